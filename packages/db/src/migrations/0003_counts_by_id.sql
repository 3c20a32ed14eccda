-- Counts kept for each run of 16,384 ids: a page far down a list in the order of its ids is found by adding up the runs
-- before it instead of walking every row.

alter table list_count add column id_run bigint not null default 0;
drop index list_count_by_list;
create index list_count_by_list on list_count (tenant_id, list, id_run) include (delta);

create or replace function keep_count() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into list_count (tenant_id, list, id_run, delta)
      select tenant_id, tg_table_name, id / 16384, count(*) from new_rows group by tenant_id, id / 16384;
  else
    insert into list_count (tenant_id, list, id_run, delta)
      select tenant_id, tg_table_name, id / 16384, -count(*) from old_rows group by tenant_id, id / 16384;
  end if;
  return null;
end $$;

create or replace function fold_counts() returns void
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from list_count returning tenant_id, list, id_run, delta)
  insert into list_count (tenant_id, list, id_run, delta)
    select tenant_id, list, id_run, sum(delta) from gone group by tenant_id, list, id_run having sum(delta) <> 0;
$$;

delete from list_count;
insert into list_count (tenant_id, list, id_run, delta)
  select tenant_id, 'number_validation', id / 16384, count(*) from number_validation group by tenant_id, id / 16384;
