/**
 * What the platform stores about embedding, besides the embed tenants and their workbooks. An embed user is not a
 * user of the account: their ids never overlap. An embed user without a tenant belongs to the account's own.
 */
export const EMBED_TABLES = `
create table if not exists embed_users (
  id integer primary key autoincrement, tenant_id integer references embed_tenants(id) on delete cascade,
  external_id text not null, shows_external_id integer not null, username text not null, email text,
  display_name text, picture text, created_at text not null, updated_at text not null, last_login text
) strict;
create unique index if not exists embed_users_by_external_id on embed_users (coalesce(tenant_id, 0), external_id);
create index if not exists embed_users_by_email on embed_users (tenant_id, coalesce(email, ''), id);

create table if not exists embed_groups (
  id integer primary key autoincrement, tenant_id integer not null references embed_tenants(id) on delete cascade,
  name text not null, description text, created_at text not null, unique (tenant_id, name)
) strict;
create table if not exists embed_group_members (
  id integer primary key autoincrement, group_id integer not null references embed_groups(id) on delete cascade,
  user_id integer not null references embed_users(id) on delete cascade, unique (group_id, user_id)
) strict;
create index if not exists embed_group_members_by_user on embed_group_members (user_id);

create table if not exists embed_attributes (
  id integer primary key autoincrement, tenant_id integer not null references embed_tenants(id) on delete cascade,
  name text not null, type text not null, display_name text, default_value text, description text,
  created_at text not null, unique (tenant_id, name)
) strict;
create table if not exists embed_attribute_values (
  user_id integer not null references embed_users(id) on delete cascade,
  attribute_id integer not null references embed_attributes(id) on delete cascade, value text not null,
  primary key (user_id, attribute_id)
) strict;

create table if not exists embed_account_group_members (
  id integer primary key autoincrement, group_id integer not null references user_groups(id) on delete cascade,
  user_id integer not null references embed_users(id) on delete cascade, unique (group_id, user_id)
) strict;
create table if not exists embed_account_attribute_values (
  user_id integer not null references embed_users(id) on delete cascade,
  attribute_id integer not null references user_attributes(id) on delete cascade, value text not null,
  primary key (user_id, attribute_id)
) strict;

create table if not exists embed_sessions (
  id integer primary key autoincrement, hash text not null unique, deployment_id integer not null,
  embed_user_id integer references embed_users(id) on delete cascade, user_id integer references users(id),
  tenant_id integer references embed_tenants(id) on delete cascade, creator_mode integer not null,
  claims text not null, minted_at text not null, exchanged_at text, revoked_at text
) strict;
create index if not exists embed_sessions_by_time on embed_sessions (minted_at);

create table if not exists embed_folder_access (
  folder_id integer not null references folders(id) on delete cascade, tenant text not null,
  primary key (folder_id, tenant)
) strict;

create table if not exists dashboard_comments (
  id integer primary key autoincrement, dashboard_id integer not null references dashboards(id) on delete cascade,
  tenant_id integer not null references embed_tenants(id) on delete cascade,
  parent_id integer references dashboard_comments(id) on delete cascade, user_id integer not null,
  body text not null, created_at text not null, edited_at text, removed_at text, resolved_at text, resolved_by integer
) strict;
create index if not exists dashboard_comments_by_dashboard on dashboard_comments (dashboard_id, tenant_id, parent_id);
`
