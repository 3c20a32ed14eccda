-- The books: what was driven and is to be invoiced, what somebody wants changed before that, and the invoice it went into.

alter table booking
  -- 0 while a change of the service is asked for, 1 free to be invoiced, 2 invoiced.
  add column status_invoicing int not null default 1 check (status_invoicing in (0, 1, 2)),
  -- The change that is asked for: {reason, price, comment, who, at}.
  add column modifications jsonb,
  add column driver_expenses numeric(10, 2) check (driver_expenses >= 0),
  add column voucher_code text not null default '',
  add column id_invoice bigint,
  add check ((status_invoicing = 2) = (id_invoice is not null)),
  add check ((status_invoicing = 0) = (modifications is not null));

-- Pages, counts, sums and validation filters of what is over are all answered from this one index.
create index booking_ended on booking (tenant_id, time_booking_start desc, id desc)
  include (status, id_fleet, validated, validated_errors, client_type, price_supplier_total, price_customer_total,
           price_customer_currency, id_payment_account, status_invoicing)
  where status in (30, -20, -40, -60);
drop index booking_by_start;
create index booking_of_user on booking (tenant_id, id_user, time_booking_start desc, id desc)
  where status in (30, -20, -40, -60) and id_user is not null;
create index booking_of_invoice on booking (tenant_id, id_invoice, id) where id_invoice is not null;
