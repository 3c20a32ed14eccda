-- Fleets that are reached through the supplier gateway: how, what they were asked to drive, and what they told.

create table supplier_link (
  tenant_id int not null,
  id_fleet bigint not null,
  -- Where the fleet's system listens; 'simulator:' stands for the simulator of this installation.
  url text not null check (url = 'simulator:' or url ~ '^https?://'),
  -- Both sides sign with it, so it has to be readable.
  secret text not null check (char_length(secret) >= 32),
  order_timeout_seconds int not null default 60 check (order_timeout_seconds between 2 and 86400),
  -- The circuit: failures in a row, and until when nothing is sent.
  failures int not null default 0 check (failures >= 0),
  open_until timestamptz,
  primary key (tenant_id, id_fleet),
  foreign key (tenant_id, id_fleet) references fleet on delete cascade
);
call wall_off('supplier_link');

create table supplier_order (
  tenant_id int not null,
  -- The same at every repetition, so that a fleet can tell a repeated order from a new one.
  id uuid not null default gen_random_uuid(),
  id_booking bigint not null,
  id_fleet bigint not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'accepted', 'refused', 'silent', 'withdrawn', 'failed', 'done')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  sent_at timestamptz,
  -- Set at the first attempt; afterwards the booking is offered to the next fleet.
  answer_by timestamptz,
  answered_at timestamptz,
  attempts int not null default 0,
  last_error text not null default '',
  -- The version of the booking that the fleet was told last.
  version int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, id_booking) references booking on delete cascade,
  foreign key (tenant_id, id_fleet) references fleet
);
-- One fleet at a time has the booking.
create unique index supplier_order_open on supplier_order (tenant_id, id_booking)
  where state in ('waiting', 'sent', 'accepted');
create index supplier_order_of_fleet on supplier_order (tenant_id, id_fleet, due_at)
  where state in ('waiting', 'sent', 'accepted');
create index supplier_order_of_booking on supplier_order (tenant_id, id_booking, created_at);
create index supplier_order_unanswered on supplier_order (answer_by) where state in ('waiting', 'sent');
call wall_off('supplier_order');

-- Reports that were taken, so that a repeated one does nothing twice. Positions are not among them: an older one is
-- known by its time.
create table supplier_report (
  tenant_id int not null,
  id_fleet bigint not null,
  id uuid not null,
  type text not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, id_fleet, id),
  foreign key (tenant_id, id_fleet) references fleet on delete cascade
);
create index supplier_report_age on supplier_report (received_at);
call wall_off('supplier_report');

create index outbox_orders on outbox (due_at, id) where kind = 'order' and done_at is null;

-- Takes due messages for fleets as outbox_take does, but none for a fleet whose queue is full, so that a fleet that
-- hangs holds up itself alone.
create function supplier_messages_take(most int, full_queues text[])
  returns table (id bigint, tenant_id int, subdomain text, payload jsonb, attempts int)
  language sql security definer set search_path = public, pg_temp as $$
  update outbox o set due_at = now() + interval '1 minute', attempts = o.attempts + 1
  from (select w.id from outbox w where w.kind = 'order' and w.done_at is null and w.due_at <= now()
          and (current_tenant() is null or w.tenant_id = current_tenant())
          and not (w.tenant_id || ':' || (w.payload ->> 'idFleet') = any (full_queues))
        order by w.id limit most for update skip locked) due, tenant t
  where o.id = due.id and t.id = o.tenant_id
  returning o.id, o.tenant_id, t.subdomain, o.payload, o.attempts;
$$;

-- Orders that nobody answered in time, whoever's they are.
create function supplier_orders_overdue(at timestamptz, most int)
  returns table (tenant_id int, subdomain text, id uuid, id_booking bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.tenant_id, t.subdomain, s.id, s.id_booking
  from supplier_order s join tenant t on t.id = s.tenant_id
  where s.state in ('waiting', 'sent') and s.answer_by <= at
    and (current_tenant() is null or s.tenant_id = current_tenant())
  order by s.answer_by limit most;
$$;

-- A signature is good for minutes, so a report cannot come again after days.
create function tidy_supplier_reports() returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from supplier_report where received_at < now() - interval '7 days';
$$;

revoke execute on function supplier_messages_take(int, text[]), supplier_orders_overdue(timestamptz, int),
  tidy_supplier_reports() from public;
grant execute on function supplier_messages_take(int, text[]), supplier_orders_overdue(timestamptz, int),
  tidy_supplier_reports() to parada_app;
