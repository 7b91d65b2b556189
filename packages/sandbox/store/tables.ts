/** What the platform stores, apart from data-model files. Free-form JSON is kept as the text that was sent. */
export const CONTENT_TABLES = `
create table if not exists settings (name text primary key, value text not null) strict;

create table if not exists users (
  id integer primary key, email text not null, username text not null, first_name text, picture text,
  is_admin integer not null, is_deactivated integer not null default 0, external_id text, profile text not null,
  created_at text not null, updated_at text not null, deleted_at text
) strict;

create table if not exists api_keys (
  id integer primary key, hash text not null unique, user_id integer not null references users(id),
  name text not null, scope text, personal integer not null, expires_at text
) strict;

create table if not exists deployments (
  id integer primary key, name text not null, settings text not null
) strict;

create table if not exists counters (
  deployment_id integer not null references deployments(id), kind text not null, last integer not null,
  primary key (deployment_id, kind)
) strict;

create table if not exists folders (
  id integer primary key, deployment_id integer not null references deployments(id),
  parent_id integer references folders(id), name text not null, position integer not null,
  user_id integer not null, updated_by integer, created_at text not null, updated_at text not null
) strict;
create index if not exists folders_by_parent on folders (deployment_id, parent_id, position, id);

create table if not exists workbooks (
  id integer primary key, deployment_id integer not null references deployments(id),
  folder_id integer references folders(id), name text not null, slug text, meta text not null, draft text,
  calculated_fields text not null, requires_review integer not null default 0, user_id integer not null,
  created_at text not null, updated_at text not null
) strict;
create unique index if not exists workbooks_by_slug on workbooks (deployment_id, slug) where slug is not null;
create index if not exists workbooks_by_deployment on workbooks (deployment_id, id);
create index if not exists workbooks_by_folder on workbooks (folder_id);
create index if not exists workbooks_of_level on workbooks (deployment_id, folder_id);

create table if not exists reports (
  id integer primary key, deployment_id integer not null references deployments(id), public_id text unique,
  workbook_id integer references workbooks(id), folder_id integer references folders(id),
  name text not null, title text, description text, sql_query text, json_query text, pivot_items text, meta text,
  source text, version integer not null, sheet text not null, placements text not null, user_id integer not null,
  refreshed_by integer not null, created_at text not null, updated_at text not null
) strict;
create index if not exists reports_by_deployment on reports (deployment_id, id);
create index if not exists reports_by_workbook on reports (workbook_id);
create index if not exists reports_by_folder on reports (folder_id);
create index if not exists reports_by_name on reports (deployment_id, name, id);
create index if not exists reports_by_creation on reports (deployment_id, created_at, id);
create index if not exists reports_by_update on reports (deployment_id, updated_at, id);
create index if not exists reports_of_level on reports (deployment_id, folder_id) where workbook_id is null;

create table if not exists retired_public_ids (public_id text primary key) strict;

create table if not exists dashboards (
  id integer primary key, public_id text not null unique, deployment_id integer not null,
  workbook_id integer not null unique references workbooks(id) on delete cascade, status text not null,
  allow_embed integer not null, title text, description text, config text not null, version_number integer not null,
  version_id integer not null, created_by integer
) strict;

create table if not exists snapshots (
  dashboard_id integer not null references dashboards(id) on delete cascade, place integer not null,
  id integer not null, report_id integer not null, version_number integer not null, body text not null,
  primary key (dashboard_id, place)
) strict;
create table if not exists report_versions (
  report_id integer not null, version_number integer not null, id integer not null,
  primary key (report_id, version_number)
) strict;

create table if not exists grants (
  type text not null, id integer not null, user_id integer not null, action text not null,
  primary key (type, id, user_id)
) strict;

create table if not exists embed_tenants (
  id integer primary key autoincrement, name text not null unique, display_name text, created_at text
) strict;
create table if not exists embed_access (
  workbook_id integer not null references workbooks(id) on delete cascade, tenant text not null,
  primary key (workbook_id, tenant)
) strict;

create table if not exists notifications (
  id integer primary key, deployment_id integer not null, dashboard_id integer not null, body text not null
) strict;
create index if not exists notifications_by_deployment on notifications (deployment_id, dashboard_id);
`
