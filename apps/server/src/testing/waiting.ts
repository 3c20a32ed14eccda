/**
 * Query for the sessions that wait for a lock in this test's database. PostgreSQL also runs other tests' databases,
 * where sessions wait too.
 */
export const whoWaits = (words = '') => `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%${words}%'`
