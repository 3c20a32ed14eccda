-- A supplier's report reads the finished bookings of one fleet and period from this index alone.
create index booking_finished_of_fleet on booking (tenant_id, id_fleet, time_booking_start)
  include (price_supplier_total, price_customer_currency, payment_method, entry_channel, id_authorization)
  where status = 30;
