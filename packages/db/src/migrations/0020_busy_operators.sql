-- Whether the operator behind a session takes calls. It ends with the session: nobody stays busy overnight.
alter table session add column is_busy boolean not null default false;
