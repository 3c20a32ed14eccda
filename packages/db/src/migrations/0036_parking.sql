-- The three lists of parking. Each is read a month at a time, by its start, and its sums without touching the rows.
create index parking_booking_alive_start on parking_booking (tenant_id, date_init, id) where status in (1, -1);
create index parking_booking_to_invoice on parking_booking (tenant_id, id) where status = 30;
create index parking_booking_to_invoice_start on parking_booking (tenant_id, date_init, id)
  include (id_payment_account, price_supplier, price_customer) where status = 30;
create index parking_booking_cancelled on parking_booking (tenant_id, id) where status = -20;
create index parking_booking_cancelled_start on parking_booking (tenant_id, date_init, id)
  include (id_payment_account) where status = -20;
create index parking_booking_of_account on parking_booking (tenant_id, id_payment_account, date_init, id)
  include (status, price_supplier, price_customer) where id_payment_account is not null;

-- A booking keeps its id for its whole life.
alter table parking_booking drop column id_parking_alive;

-- The parking that a receipt is about.
alter table delivery
  add id_parking bigint,
  add foreign key (tenant_id, id_parking) references parking_booking;
create index delivery_of_parking on delivery (tenant_id, id_parking, id) where id_parking is not null;

-- As erase_from_journals, of what was told of a person's parkings.
create function erase_from_parking_journal(wanted bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update trip_journal j
  set before = j.before - array['customerName', 'customerPhone', 'numberPlate', 'cancelReason'],
    after = j.after - array['customerName', 'customerPhone', 'numberPlate', 'cancelReason', 'report']
  from parking_booking b, app_user u
  where j.tenant_id = current_tenant() and j.mode = 'parking' and b.tenant_id = j.tenant_id and b.id = j.id_trip
    and b.id_user = wanted
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
$$;
revoke execute on function erase_from_parking_journal(bigint) from public;
grant execute on function erase_from_parking_journal(bigint) to parada_app;
