-- Journals are never rewritten, with one exception: what they say about a person whose data was erased. Who did what and
-- when stays in them; the values go.
create function erase_from_journals(wanted bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update user_journal j set before = '{}', after = '{}'
  from app_user u
  where j.tenant_id = current_tenant() and j.id_customer = wanted
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
  update booking_journal j
  set before = (j.before #- '{origin,additionalAddressInfo}' #- '{destination,additionalAddressInfo}'
        #- '{modifications,comment}')
      - array['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'notes', 'flightNumber', 'phoneNumberDialed',
        'cancellationReasonDescription', 'additionalReason', 'idCaller'],
    after = (j.after #- '{origin,additionalAddressInfo}' #- '{destination,additionalAddressInfo}'
        #- '{modifications,comment}')
      - array['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'notes', 'flightNumber', 'phoneNumberDialed',
        'cancellationReasonDescription', 'additionalReason', 'idCaller']
  from booking b, app_user u
  where j.tenant_id = current_tenant() and b.tenant_id = j.tenant_id and b.id = j.id_booking and b.id_user = wanted
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
$$;
revoke execute on function erase_from_journals(bigint) from public;
grant execute on function erase_from_journals(bigint) to parada_app;
