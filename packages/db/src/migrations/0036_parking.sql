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
