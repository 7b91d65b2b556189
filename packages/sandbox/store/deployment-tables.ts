/** What the platform stores about deployments besides their content and their data models. */
export const DEPLOYMENT_TABLES = `
create table if not exists env_variables (
  id integer primary key, deployment_id integer not null references deployments(id), name text not null,
  value text not null, unique (deployment_id, name)
) strict;

create table if not exists environment_tokens (
  id integer primary key, deployment_id integer not null references deployments(id), environment_id integer not null,
  token text not null, security_context text not null, created_at text not null, expires_at text not null
) strict;
create index if not exists environment_tokens_by_environment on environment_tokens (deployment_id, environment_id, id);

create table if not exists log_lines (
  id integer primary key, deployment_id integer not null references deployments(id), source text not null,
  pod text not null, container text not null, date text not null, message text not null
) strict;
create index if not exists log_lines_by_deployment on log_lines (deployment_id, id);

create table if not exists data_queries (
  hash text primary key, deployment_id integer not null references deployments(id), waits integer not null,
  asked_at text not null
) strict;
create index if not exists data_queries_by_time on data_queries (asked_at);

create table if not exists notification_recipients (
  id integer primary key, deployment_id integer not null references deployments(id),
  notification_id integer not null references notifications(id) on delete cascade,
  type text not null, subject text not null, email text, tenant text, external_id text, shown text not null,
  properties text not null, unique (notification_id, type, subject)
) strict;
create index if not exists notification_recipients_by_email on notification_recipients (deployment_id, email);
create index if not exists notification_recipients_by_subject on notification_recipients (deployment_id, type, subject);

create table if not exists dashboard_exports (
  id text primary key, deployment_id integer not null references deployments(id), user_id integer not null,
  identity text not null, content_type text not null, file blob, error text, created_at text not null,
  ready_at text not null, expires_at text not null
) strict;
create table if not exists export_scenes (
  export_id text primary key references dashboard_exports(id) on delete cascade, scene text not null
) strict;

create table if not exists git_repositories (
  id integer primary key, installation_id integer not null, name text not null, branch text not null,
  private integer not null,
  unique (installation_id, name)
) strict;

create table if not exists transform_syncs (
  id integer primary key, job text not null unique, deployment_id integer not null references deployments(id),
  user_id integer not null, source text not null, output text not null, branch_name text not null, git_ref text,
  started_at text not null, ready_at text not null, total_ms integer not null, ended_at text, status text not null,
  failed_phase text, error text, outcome text not null
) strict;
create index if not exists transform_syncs_by_deployment on transform_syncs (deployment_id, id);
`
