-- What every later table stands on: extensions, the wall between tenants, kept counts.
-- The role parada_app is made before any migration runs (see migrate.ts); it can neither own nor bypass anything.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;

grant usage on schema public to parada_app;
-- Whoever may create here could put a table or function of their own in the place of one of ours. For the same reason
-- every function that runs with its owner's rights looks into pg_temp last.
revoke create on schema public from public;

-- The tenant of this transaction; null outside one, and null matches no row.
create function current_tenant() returns int
  language sql stable parallel safe
  return nullif(current_setting('parada.tenant', true), '')::int;

-- Walls a table off by tenant_id. The owner keeps a way in for backups and seeds; parada_app has only the wall.
create procedure wall_off(target regclass, tenant_column text default 'tenant_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_keeps on %s to current_user using (true) with check (true)', target);
  execute format(
    'create policy tenant_wall on %s to parada_app using (%I = (select current_tenant())) with check (%I = (select current_tenant()))',
    target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to parada_app', target);
end $$;

-- Contains-filters must be able to use trigram indexes behind the wall. The planner runs only leakproof functions
-- before a policy; these compare without telling anything about the row, but only a superuser may say so.
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function pg_catalog.texticlike(text, text) leakproof;
    alter function pg_catalog.textlike(text, text) leakproof;
  end if;
end $$;

-- Row counts kept as deltas, so that counting a million rows costs a handful and writers never wait for each other.
create table list_count (
  tenant_id int not null,
  list text not null,
  delta bigint not null
);
create index list_count_by_list on list_count (tenant_id, list) include (delta);
call wall_off('list_count');

create function keep_count() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into list_count select tenant_id, tg_table_name, count(*) from new_rows group by tenant_id;
  else
    insert into list_count select tenant_id, tg_table_name, -count(*) from old_rows group by tenant_id;
  end if;
  return null;
end $$;

create procedure keep_count_of(target regclass)
  language plpgsql as $$
begin
  execute format('create trigger count_inserts after insert on %s referencing new table as new_rows
                  for each statement execute function keep_count()', target);
  execute format('create trigger count_deletes after delete on %s referencing old table as old_rows
                  for each statement execute function keep_count()', target);
end $$;

-- Folds the deltas of every list into one row each; run now and then, never needed for a right answer.
create function fold_counts() returns void
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from list_count returning tenant_id, list, delta)
  insert into list_count select tenant_id, list, sum(delta) from gone group by tenant_id, list;
$$;
revoke execute on function fold_counts() from public;
grant execute on function fold_counts() to parada_app;
