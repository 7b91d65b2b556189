/**
 * What the platform stores about the account itself. Groups and attributes here are the tenant-wide ones; their
 * members and values are those of the account's own users.
 */
export const ACCOUNT_TABLES = `
create table if not exists user_groups (
  id integer primary key autoincrement, name text not null, external_id text,
  created_at text not null, updated_at text not null
) strict;
create table if not exists user_group_members (
  group_id integer not null references user_groups(id) on delete cascade,
  user_id integer not null references users(id), primary key (group_id, user_id)
) strict;
create index if not exists user_group_members_by_user on user_group_members (user_id);

create table if not exists user_attributes (
  id integer primary key autoincrement, name text not null unique, type text not null, display_name text,
  default_value text, description text
) strict;
create table if not exists user_attribute_values (
  user_id integer not null references users(id),
  attribute_id integer not null references user_attributes(id), value text not null,
  primary key (user_id, attribute_id)
) strict;

create table if not exists roles (
  id integer primary key autoincrement, name text not null, description text, policies text not null,
  built_in integer not null
) strict;
create table if not exists role_assignments (
  user_id integer not null references users(id), role_id integer not null references roles(id) on delete cascade,
  primary key (user_id, role_id)
) strict;

create table if not exists oauth_integrations (
  id integer primary key autoincrement, body text not null, secret_hash text not null, created_at text not null,
  updated_at text not null
) strict;
create table if not exists user_oauth_tokens (
  id integer primary key autoincrement, user_id integer not null references users(id),
  integration_id integer not null references oauth_integrations(id) on delete cascade, status text not null,
  access_expires_at text, refresh_expires_at text, created_at text not null, updated_at text not null,
  unique (user_id, integration_id)
) strict;

create table if not exists oidc_token_configs (
  id integer primary key autoincrement, name text not null unique, body text not null, created_at text not null,
  updated_at text not null
) strict;
`
