import { execFile } from 'node:child_process'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findPostgresBin } from '#scripts/setup/machine/postgres.mjs'
import type { Lab } from '../lab.ts'
import { firstDay, type Offer, patients, phone, wholeDay } from '../patients.ts'
import { onPostgres } from '../place.ts'

/** As many as the server's pool has. */
const connections = 10

/** Rows per second that pgbench inserts into the booking table at `databaseUrl` for `seconds`: the row, the order and the number of
 *  connections are those of bench/booking.ts. */
export async function insertsPerSecond(lab: Lab, databaseUrl: string, seconds: number) {
  const script = join(lab.folder(), 'booking.sql')
  writeFileSync(script, insertScript(await offersAt(databaseUrl)))
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
  return tps(await output(lab, pgbench(), args.map(String)))
}

// Where the server's programs are links, pgbench may lie with what they point to only.
function pgbench(): string {
  const bin = findPostgresBin()
  if (!bin) throw new Error('no PostgreSQL on this machine')
  const folders = [bin, dirname(realpathSync(join(bin, 'postgres')))]
  const found = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
  if (!found) throw new Error("no pgbench beside this machine's PostgreSQL")
  return found
}

async function offersAt(databaseUrl: string): Promise<Offer[]> {
  const names = wholeDay.map(({ name }) => name)
  const { rows } = await onPostgres(databaseUrl, (client) =>
    client.query<Offer>('SELECT id, name, price, slots FROM treatment WHERE name = ANY ($1) ORDER BY position', [
      names,
    ]),
  )
  return rows
}

function insertScript(offers: Offer[]) {
  const list = (values: (string | number)[]) => values.map((value) => `'${value}'`).join(', ')
  const of = (offer: (one: Offer) => string | number, type: string) =>
    `(array[${list(offers.map(offer))}]::${type}[])[:t::int + 1]`
  return [
    '\\set i :i + 1',
    '\\set n :client_id * 1000000 + :i',
    `\\set d :n / ${offers.length * 16}`,
    `\\set t :n / 16 % ${offers.length}`,
    '\\set s :n % 16',
    `\\set p :n % ${patients}`,
    `insert into booking (id, treatment_id, treatment, date, slot, price, patient_id, patient, patient_name, phone)
     values (gen_random_uuid(), ${of(({ id }) => id, 'uuid')}, ${of(({ name }) => name, 'text')},
       date '${firstDay}' + :d::int, (array[${list(offers[0]?.slots ?? [])}]::text[])[:s::int + 1],
       ${of(({ price }) => price, 'int')}, 'p' || :p::text, 'patient' || :p::text || '@bench.example',
       'Patient ' || :p::text, '${phone}');`.replaceAll('\n', ' '),
  ].join('\n')
}

function output(lab: Lab, program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    lab.own(execFile(program, args, (error, stdout) => (error ? reject(error) : resolve(stdout))))
  })
}

function tps(text: string): number {
  const found = /tps = ([\d.]+)/.exec(text)?.[1]
  if (!found) throw new Error('pgbench told no rate')
  return Number(found)
}
