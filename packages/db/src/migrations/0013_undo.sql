-- What a person may still take back: all that was done under one key, for as long as it waits inside the house.

create table undo (
  tenant_id int not null,
  key uuid not null,
  id_user bigint not null,
  at timestamptz not null,
  until timestamptz not null,
  undone_at timestamptz,
  -- Every version of a booking that came of it: {id, version, isNew}.
  changes jsonb not null default '[]',
  -- Orders that were taken back, as they were: {id, state, answeredAt}. One without a state was made by the act.
  orders jsonb not null default '[]',
  -- The ids of the messages that were written.
  messages jsonb not null default '[]',
  -- The bookings that were worked on, with what hung on them before and is not in their journal: {id, version, path, prices}.
  before jsonb not null default '[]',
  primary key (tenant_id, key),
  foreign key (tenant_id, id_user) references app_user on delete cascade
);
create index undo_standing on undo (tenant_id, until);
create index undo_age on undo (until);
call wall_off('undo');

-- What waits under a key; nobody takes it before it is due.
alter table outbox add column hold uuid;
create index outbox_held on outbox (tenant_id, hold) where hold is not null;

create or replace function tidy() returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from session where expires_at < now();
  delete from password_reset where expires_at < now() - interval '1 day';
  delete from sign_in_failure where last_failed_at < now() - interval '1 day';
  delete from outbox where done_at < now() - interval '30 days';
  delete from idempotent_answer where created_at < now() - interval '2 days';
  delete from undo where until < now() - interval '1 day';
  select fold_counts();
$$;
