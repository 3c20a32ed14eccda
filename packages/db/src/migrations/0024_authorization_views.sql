-- The counters above the authorizations, of a whole tenant or of some payment accounts, are read from this index alone.
create index authorization_views on customer_authorization (tenant_id, id_payment_account)
  include (status, expiration_date, available_times_left);
