import { execFile } from 'node:child_process'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { slotStartMinutes } from '#contract/kit/time/slot.ts'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import { timeZone } from '#server/testing/calendar/calendar.ts'
import { withClient } from '../kit/data-store.ts'
import type { Lab } from '../kit/lab.ts'
import { type BookableTreatment, daySlots, firstDay, patientCount, phone } from '../kit/workload.ts'

// The size of the server's connection pool.
const connections = 10

/** The yardstick of an insert: the columns, the primary key and the exclusion constraints of `booking`, without its
 *  triggers, foreign keys, checks and other indexes. */
const bare = 'bare_booking'

/** Makes the table into which `insertsPerSecond` inserts. */
export async function createBareTable(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`CREATE TABLE ${bare} (LIKE booking INCLUDING DEFAULTS INCLUDING GENERATED, PRIMARY KEY (id))`)
    const { rows } = await client.query<{ definition: string }>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = 'booking'::regclass AND contype = 'x'`,
    )
    for (const { definition } of rows) await client.query(`ALTER TABLE ${bare} ADD ${definition}`)
  })
}

/** Inserts bookings into the empty bare table with pgbench for `seconds` and returns rows per second. The rows and
 *  their order are those of `bookingRequests`. */
export async function insertsPerSecond(lab: Lab, databaseUrl: string, seconds: number) {
  await withClient(databaseUrl, (client) => client.query(`TRUNCATE ${bare}`))
  const script = join(lab.createFolder(), 'booking.sql')
  writeFileSync(script, insertScript(await readTreatments(databaseUrl)))
  const options = ['-n', '-M', 'prepared', '-c', connections, '-j', 2, '-T', seconds, '-D', 'i=0', '-f', script]
  return parseTps(await runProgram(lab, findPgbench(), [...options.map(String), databaseUrl]))
}

// The programs in `bin` may be symbolic links; pgbench may exist only in the folder they point to.
function findPgbench(): string {
  const bin = findPostgresBin()
  if (!bin) throw new Error('no PostgreSQL on this machine')
  const folders = [bin, dirname(realpathSync(join(bin, 'postgres')))]
  const pgbench = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
  if (!pgbench) throw new Error(`no pgbench in ${folders.join(' or ')}`)
  return pgbench
}

async function readTreatments(databaseUrl: string): Promise<BookableTreatment[]> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<BookableTreatment>('SELECT id, name, price FROM treatment ORDER BY position'),
  )
  return rows
}

function insertScript(treatments: BookableTreatment[]) {
  const list = (values: (string | number)[]) => values.map((value) => `'${value}'`).join(', ')
  const column = (read: (treatment: BookableTreatment) => string | number, type: string) =>
    `(array[${list(treatments.map(read))}]::${type}[])[:t::int + 1]`
  return [
    '\\set i :i + 1',
    '\\set n :client_id * 1000000 + :i',
    `\\set d :n / ${treatments.length * 16}`,
    `\\set t :n / 16 % ${treatments.length}`,
    '\\set s :n % 16',
    `\\set p :n % ${patientCount}`,
    `insert into ${bare} (id, treatment_id, treatment, date, slot, price, patient_id, booked_by, patient, patient_name, phone, starts_at, ends_at, busy)
     select gen_random_uuid(), ${column(({ id }) => id, 'uuid')}, ${column(({ name }) => name, 'text')},
       date '${firstDay}' + :d::int, (array[${list(daySlots)}]::text[])[:s::int + 1],
       ${column(({ price }) => price, 'int')}, 'p' || :p::text, 'p' || :p::text, 'patient' || :p::text || '@bench.example',
       'Patient ' || :p::text, '${phone}', starts, starts + interval '30 minutes', tstzrange(starts, starts + interval '30 minutes')
     from (select ('${firstDay}'::date + :d::int + ((array[${list(daySlots.map(isoStart))}]::text[])[:s::int + 1])::time) at time zone '${timeZone}' as starts) as slot;`.replaceAll(
      '\n',
      ' ',
    ),
  ].join('\n')
}

function isoStart(slot: string) {
  const minutes = slotStartMinutes(slot)
  return `${Math.floor(minutes / 60)}:${minutes % 60}`
}

function runProgram(lab: Lab, program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    lab.killOnClose(execFile(program, args, (error, stdout) => (error ? reject(error) : resolve(stdout))))
  })
}

function parseTps(output: string): number {
  const tps = /tps = ([\d.]+)/.exec(output)?.[1]
  if (!tps) throw new Error('the output of pgbench has no tps')
  return Number(tps)
}
