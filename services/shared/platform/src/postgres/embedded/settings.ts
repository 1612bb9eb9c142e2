import { archiveSettings, type ArchivedCluster } from './archive'

interface Settings extends ArchivedCluster {
  options: ArchivedCluster['options'] & { durable?: boolean; settings?: Record<string, string | number> }
}

/** For a small machine: about 60 connections and 40 MB at idle. Statements are not logged: they contain messages. */
export function serverFlags(cluster: Settings): string[] {
  const { options } = cluster
  const durability: Record<string, string> =
    options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : { fsync: 'on', synchronous_commit: 'on' }
  const all: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    // Passwords have 256 random bits: more rounds would slow logins down and guessing no further.
    scram_iterations: 1,
    max_connections: 80,
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: 1.1,
    jit: 'off',
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    max_worker_processes: 4,
    autovacuum_max_workers: 2,
    autovacuum_naptime: '15s',
    ...archiveSettings(cluster),
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    log_checkpoints: 'off',
    min_wal_size: '32MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '10min',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m ',
    timezone: 'UTC',
    ...durability,
    ...options.settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
