import { execFile } from 'node:child_process'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import { withClient } from '../data-store.ts'
import type { Lab } from '../lab.ts'
import { type BookableTreatment, firstDay, fullDayTreatments, patientCount, phone } from '../workload.ts'

// The size of the server's connection pool.
const connections = 10

/** Inserts bookings with pgbench for `seconds` and returns rows per second. The rows and their order are those of `bookingRequests`. */
export async function insertsPerSecond(lab: Lab, databaseUrl: string, seconds: number) {
  const script = join(lab.createFolder(), 'booking.sql')
  writeFileSync(script, insertScript(await readTreatments(databaseUrl)))
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    connections,
    '-j',
    2,
    '-T',
    seconds,
    '-D',
    'i=0',
    '-f',
    script,
    databaseUrl,
  ]
  return parseTps(await runProgram(lab, findPgbench(), args.map(String)))
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
  const names = fullDayTreatments.map(({ name }) => name)
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<BookableTreatment>(
      'SELECT id, name, price, slots FROM treatment WHERE name = ANY ($1) ORDER BY position',
      [names],
    ),
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
    `insert into booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone)
     values (gen_random_uuid(), ${column(({ id }) => id, 'uuid')}, ${column(({ name }) => name, 'text')},
       date '${firstDay}' + :d::int, (array[${list(treatments[0]?.slots ?? [])}]::text[])[:s::int + 1],
       ${column(({ price }) => price, 'int')}, 'p' || :p::text, 'patient' || :p::text || '@bench.example',
       'Patient ' || :p::text, '${phone}');`.replaceAll('\n', ' '),
  ].join('\n')
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
