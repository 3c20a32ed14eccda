-- Everything that a tenant sends on a day is counted in one row. Those who wait for a row that is being changed are all
-- woken by every commit, to wait again; those who wait for a lock are woken one at a time. One lock for both channels also
-- keeps two transactions that send a mail and an SMS in different order from waiting for each other.
--
-- Counts a message in all of these scopes, or in none when one of them has had its limit: then it answers which one. Nobody
-- else of the tenant counts until the transaction ends, so that nobody passes a limit together with others. The tenant is
-- the last scope; the alarm is 1 when its day is nearly used, 2 when it is used up, and is raised once each.
create or replace function count_message(
  of_tenant int, on_day date, of_channel text, scopes text[], ids bigint[], limits int[], nearly_at int,
  out refusal text, out alarm int)
  language plpgsql as $$
declare
  known int;
  known_alarm int;
begin
  perform pg_advisory_xact_lock(hashtextextended('message_count', of_tenant));
  for nth in 1 .. cardinality(scopes) loop
    insert into message_count as c (tenant_id, day, channel, scope, id, sent)
      select of_tenant, on_day, of_channel, scopes[nth], ids[nth], 1 where limits[nth] > 0
      on conflict (tenant_id, day, channel, scope, id) do update set sent = c.sent + 1 where c.sent < limits[nth]
      returning c.sent, c.told into known, known_alarm;
    if not found then
      refusal := scopes[nth];
      for counted in 1 .. nth - 1 loop
        update message_count c set sent = c.sent - 1
          where c.tenant_id = of_tenant and c.day = on_day and c.channel = of_channel and c.scope = scopes[counted]
            and c.id = ids[counted];
      end loop;
      return;
    end if;
  end loop;
  if known = 1 then
    delete from message_count where tenant_id = of_tenant and day < on_day - 7;
  end if;
  if known >= nearly_at then
    alarm := case when known >= limits[cardinality(limits)] then 2 else 1 end;
    if alarm > known_alarm then
      update message_count c set told = alarm
        where c.tenant_id = of_tenant and c.day = on_day and c.channel = of_channel and c.scope = 'tenant';
    else
      alarm := null;
    end if;
  end if;
end $$;

-- Those who send are woken for what is due; for what is due later they look every second or two.
drop trigger outbox_told on outbox;
drop trigger leaving_told on outbox;
drop function tell_leaving();
create or replace function tell_outbox() returns trigger language plpgsql as $$
begin
  if new.kind = 'event' then
    perform pg_notify('parada_outbox', '');
  else
    perform pg_notify('parada_leaving', new.kind);
  end if;
  return null;
end $$;
create trigger outbox_told after insert on outbox for each row when (new.due_at <= now()) execute function tell_outbox();

-- What was sent is done, whoever has claimed it meanwhile.
drop function outbox_done(bigint);
create function outbox_done(wanted bigint[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with marked as (
    update outbox set done_at = now(), last_error = null, claimed_by = null
    where id = any (wanted) and (current_tenant() is null or tenant_id = current_tenant())
    returning id, tenant_id, attempts)
  update delivery d set state = 'sent', sent_at = now(), attempts = m.attempts, last_error = null
  from marked m where d.tenant_id = m.tenant_id and d.id_outbox = m.id and d.state <> 'sent';
$$;
revoke execute on function outbox_done(bigint[]) from public;
grant execute on function outbox_done(bigint[]) to parada_app;

-- Kept to be answered again as it was, so there is no need to take it apart.
alter table idempotent_answer alter column answer type json using answer::text::json;

-- Claims a key for this transaction, and answers what was answered under it before. Whoever repeats the key meanwhile waits
-- here, and reads only then. Not a join: planned while there are few answers, it would go on to read all of them.
create function claim_key(of_tenant int, of_token bytea, wanted text)
  returns table (request_hash bytea, answer json)
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(of_tenant || ' ' || wanted, 12));
  return query select a.request_hash, a.answer from idempotent_answer a
    where a.tenant_id = of_tenant and a.key = wanted
      and a.id_user = (select s.user_id from session s where s.token_hash = of_token);
end $$;
