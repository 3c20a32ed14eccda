/** Finds who waits for a lock in the database of a test: the PostgreSQL of the tests has many, and others wait too. */
export const whoWaits = (words = '') => `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%${words}%'`
