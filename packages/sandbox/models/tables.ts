/**
 * What the platform stores about data models besides their git repositories. A branch's head is not here: its ref in
 * the repository is the only truth. Bytes are stored with their git id and their SHA-1.
 */
export const MODEL_TABLES = `
create table if not exists branches (
  id integer primary key, deployment_id integer not null references deployments(id), name text not null,
  parent_id integer references branches(id), user_id integer, staging integer not null default 0,
  uploaded text, created_at text not null, unique (deployment_id, name)
) strict;
create index if not exists branches_by_parent on branches (parent_id);

create table if not exists pending (
  branch_id integer not null references branches(id) on delete cascade, path text not null,
  blob text, sha1 text, content blob, primary key (branch_id, path)
) strict;

create table if not exists dev_mode (
  id integer not null, deployment_id integer not null, key_id integer not null, user_id integer not null,
  branch_id integer not null references branches(id) on delete cascade, primary key (deployment_id, key_id)
) strict;
create index if not exists dev_mode_by_branch on dev_mode (branch_id);

create table if not exists builds (
  branch_id integer primary key references branches(id) on delete cascade, job_id integer not null,
  commit_id text not null, files_hash text not null, started_at text not null, ready_at text not null
) strict;

create table if not exists uploads (
  id text primary key, deployment_id integer not null references deployments(id), user_id integer not null,
  started_at text not null
) strict;
create table if not exists upload_files (
  upload_id text not null references uploads(id) on delete cascade, path text not null,
  blob text not null, sha1 text not null, content blob not null, primary key (upload_id, path)
) strict;
`
