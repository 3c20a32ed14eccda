-- How many bookings of a day are over and what they come to, by fleet and currency, kept as deltas like list_count: the
-- totals of a year are added up from days instead of rows. Its columns are called as those of booking that they add up.
create table ended_total (
  tenant_id int not null,
  day timestamptz not null,
  id_fleet bigint,
  price_customer_currency text not null,
  n bigint not null,
  price_supplier_total numeric not null,
  price_customer_total numeric not null
);
create index ended_total_by_day on ended_total (tenant_id, day)
  include (id_fleet, price_customer_currency, n, price_supplier_total, price_customer_total);
call wall_off('ended_total');

create function keep_ended_total() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.status in (30, -20, -40, -60) then
    insert into ended_total values (old.tenant_id, date_trunc('day', old.time_booking_start, 'UTC'), old.id_fleet,
      old.price_customer_currency, -1, -coalesce(old.price_supplier_total, 0), -coalesce(old.price_customer_total, 0));
  end if;
  if tg_op <> 'DELETE' and new.status in (30, -20, -40, -60) then
    insert into ended_total values (new.tenant_id, date_trunc('day', new.time_booking_start, 'UTC'), new.id_fleet,
      new.price_customer_currency, 1, coalesce(new.price_supplier_total, 0), coalesce(new.price_customer_total, 0));
  end if;
  return null;
end $$;
revoke execute on function keep_ended_total() from public;

create trigger ended_inserts after insert on booking for each row
  when (new.status in (30, -20, -40, -60)) execute function keep_ended_total();
create trigger ended_deletes after delete on booking for each row
  when (old.status in (30, -20, -40, -60)) execute function keep_ended_total();
create trigger ended_changes after update of status, time_booking_start, id_fleet, price_customer_currency,
    price_supplier_total, price_customer_total on booking for each row
  when (old.status in (30, -20, -40, -60) or new.status in (30, -20, -40, -60)) execute function keep_ended_total();

insert into ended_total
  select tenant_id, date_trunc('day', time_booking_start, 'UTC'), id_fleet, price_customer_currency, count(*),
    coalesce(sum(price_supplier_total), 0), coalesce(sum(price_customer_total), 0)
  from booking where status in (30, -20, -40, -60) group by 1, 2, 3, 4;

create or replace function fold_counts() returns void
  language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from list_count returning tenant_id, list, id_run, delta)
  insert into list_count (tenant_id, list, id_run, delta)
    select tenant_id, list, id_run, sum(delta) from gone group by tenant_id, list, id_run having sum(delta) <> 0;
  with gone as (delete from ended_total returning *)
  insert into ended_total
    select tenant_id, day, id_fleet, price_customer_currency, sum(n), sum(price_supplier_total), sum(price_customer_total)
    from gone group by tenant_id, day, id_fleet, price_customer_currency having sum(n) <> 0;
$$;
