import { globSync, readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { z } from 'zod'
import { settings } from '#server/config/settings.ts'

/** Paths of the files under deploy/ that match `pattern`, without deploy/ itself. */
export function deployFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: 'deploy' }).sort()
}

/** Returns the text of a file under deploy/. */
export function readDeployFile(path: string): string {
  return readFileSync(`deploy/${path}`, 'utf8')
}

/** Returns a YAML file of one document under deploy/, as `schema` describes it.
 *  @throws if it is no YAML, or another shape */
export function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> {
  return schema.parse(parseYaml(readDeployFile(path)))
}

/** Environment variables with their values. */
export type Variables = Record<string, string>

/** Returns the variables of a file of lines NAME=value. Skips comments. */
export function readEnvFile(text: string): Variables {
  return Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

/** Variables of the programs that deploy/ starts beside the server. */
const ofPrograms: { program: string; name: RegExp }[] = [
  { program: 'Node', name: /^NODE_(OPTIONS|COMPILE_CACHE)$/ },
  { program: "PostgreSQL's image", name: /^POSTGRES_(PASSWORD|INITDB_ARGS)$/ },
  { program: 'psql', name: /^PG(HOST|TARGETSESSIONATTRS|CONNECT_TIMEOUT|USER|PASSWORD)$/ },
  {
    program: 'Patroni',
    name: /^PATRONI_(NAME|ETCD3_HOSTS|RESTAPI_(LISTEN|CONNECT_ADDRESS|USERNAME|PASSWORD)|POSTGRESQL_(LISTEN|CONNECT_ADDRESS|DATA_DIR|BIN_DIR|PGPASS)|(SUPERUSER|REPLICATION|REWIND)_PASSWORD)$/,
  },
  {
    program: 'etcd',
    name: /^ETCD_(NAME|DATA_DIR|LISTEN_(PEER|CLIENT)_URLS|ADVERTISE_CLIENT_URLS|INITIAL_(ADVERTISE_PEER_URLS|CLUSTER(_TOKEN|_STATE)?))$/,
  },
  {
    program: 'HAProxy with deploy/cluster/haproxy.cfg',
    name: /^(SITE|PRIMARY|STANDBY|ADMIN_SOCKET|(APP|NODE|REST)_\d)$/,
  },
  { program: 'create-database.sql', name: /^DATABASE_PASSWORD$/ },
  { program: 'deployment.yaml, which puts it into DATABASE_URL', name: /^CLUSTER_URI$/ },
  { program: 'the shell', name: /^PATH$/ },
]

/** Returns what is wrong with `variables`: a name that neither the server nor another program has, or a value that the
 *  server refuses. Leaves out values that are empty or refer to others. */
export function problemsOf(variables: Variables): string[] {
  const schemas: Record<string, z.ZodType> = settings
  return Object.entries(variables).flatMap(([name, value]) => {
    const schema = schemas[name]
    if (!schema) return ofPrograms.some((each) => each.name.test(name)) ? [] : [`nothing reads ${name}`]
    if (value === '' || /\$|%i/.test(value)) return []
    const parsed = schema.safeParse(value)
    return parsed.success ? [] : [`${name}=${value}: ${parsed.error.issues[0]?.message}`]
  })
}

/** Seconds that the server has to finish after DRAIN_SECONDS, from its source. */
export function shutdownSeconds(): number {
  const [, ms = ''] = /shutdownTimeoutMs = ([\d_]+)/.exec(readFileSync('server/serve.ts', 'utf8')) ?? []
  return z.coerce.number().min(1_000).parse(ms.replaceAll('_', '')) / 1_000
}

const service = z.object({
  image: z.string().optional(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  env_file: z.string().optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.unknown().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  restart: z.string().optional(),
  init: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
})

/** What the tests read of a compose file. */
export const composeFile = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
})
