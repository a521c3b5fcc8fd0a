import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/setup/paths.mjs'
import { unprivilegedUser } from '#testbed/unprivileged-user.ts'
import type { ServiceRecipe } from './part.ts'
import { privateFolder, type State } from './state.ts'

// What runs in a cluster: how each part starts, and where it says that it is well.

/** The file that HAProxy runs with, here as in production. */
export const haproxyFile: string = join(root, 'deploy/cluster/haproxy.cfg')

const local = (port: number | undefined) => `127.0.0.1:${port}`

/** The addresses of the site, of the clinic's database (on the primary, or on the node that listens on `port`), and of
 *  etcd. */
export const siteUrlOf = ({ ports }: State): string => `http://localhost:${ports.site}`
export const databaseUrlOf = ({ ports, secrets }: State, port = ports.primary): string =>
  `postgres://clinic:${secrets.clinic}@${local(port)}/clinic`
export const etcdHosts = ({ etcd }: State['ports']): string => etcd.map(({ client }) => local(client)).join(',')

/** An instance of the server, as in production except that it listens on loopback and uses sandboxes. */
export function appRecipe(state: State, port: number, index: number): ServiceRecipe {
  const name = `app-${index + 1}`
  const url = `http://${local(port)}`
  return {
    ...{ name, url, health: `${url}/readyz`, timeoutMs: 3_000 },
    prepare: () => {
      const folder = join(state.folder, name)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return {
        command: [process.execPath, '--disable-warning=ExperimentalWarning', join(root, 'build/server/serve.js')],
        env: { ...appSettings(state), PORT: String(port), DATA_DIR: folder, ...state.appEnv },
        cwd: root,
      }
    },
  }
}

function appSettings(state: State) {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: siteUrlOf(state),
    DATABASE_URL: databaseUrlOf(state),
    DATABASE_STANDBY_URL: databaseUrlOf(state, state.ports.standby),
    AUTH_SECRET: state.secrets.auth,
    // HAProxy replaces X-Forwarded-For.
    TRUST_PROXY: '1',
    SANDBOX: 'stripe,google',
    // The demo admin, with whom anyone can look around.
    DEMO: 'yes-in-production',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
  }
}

/** A member of etcd, which holds the key of PostgreSQL's leader. It is well if it answers and knows a leader. */
export function etcdRecipe(
  state: State,
  { client, peer }: { client: number; peer: number },
  index: number,
): ServiceRecipe {
  const nameOf = (each: number) => `etcd-${each + 1}`
  const name = nameOf(index)
  const url = `http://${local(client)}`
  return {
    ...{ name, url, health: `${url}/health`, timeoutMs: 2_000 },
    prepare: () => {
      const folder = privateFolder(state, name)
      const options = {
        name,
        'data-dir': `${folder}/data`,
        'listen-client-urls': url,
        'advertise-client-urls': url,
        'listen-peer-urls': `http://${local(peer)}`,
        'initial-advertise-peer-urls': `http://${local(peer)}`,
        'initial-cluster': state.ports.etcd
          .map((other, each) => `${nameOf(each)}=http://${local(other.peer)}`)
          .join(','),
        'initial-cluster-token': state.folder,
        'initial-cluster-state': 'new',
      }
      const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
      return { command: [state.programs.etcd, ...args], cwd: folder, user: unprivilegedUser() }
    },
  }
}

/** Patroni, which starts PostgreSQL in `dataDir`. It is well if PostgreSQL runs. */
export function patroniRecipe(
  state: State,
  { postgres, rest }: { postgres: number; rest: number },
  { name, dataDir }: { name: string; dataDir: string },
): ServiceRecipe {
  const { secrets, ports, programs } = state
  const url = `http://${local(rest)}`
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcdHosts(ports),
    PATRONI_RESTAPI_LISTEN: local(rest),
    PATRONI_RESTAPI_CONNECT_ADDRESS: local(rest),
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: secrets.restApi,
    PATRONI_POSTGRESQL_LISTEN: local(postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: local(postgres),
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgresBin,
    PATRONI_POSTGRESQL_PGPASS: join(state.folder, name, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
    PATRONI_REPLICATION_PASSWORD: secrets.replication,
    PATRONI_REWIND_PASSWORD: secrets.rewind,
  }
  return {
    ...{ name, url, health: `${url}/health`, timeoutMs: 3_000 },
    prepare: () => ({
      command: [...programs.patroni, patroniConfig(state)],
      ...{ env, cwd: privateFolder(state, name), user: unprivilegedUser() },
    }),
  }
}

/** The file for all clusters, and what is different for nodes that share a machine. */
function patroniConfig(state: State) {
  const folder = privateFolder(state, 'patroni')
  const own = {
    postgresql: {
      parameters: {
        shared_buffers: '64MB',
        // In files of the data folder, so that a killed PostgreSQL leaves none.
        dynamic_shared_memory_type: 'mmap',
        // The default folder is not there without Debian's own clusters. One in the data folder would break pg_rewind.
        unix_socket_directories: '',
      },
    },
    watchdog: { mode: 'off' },
  }
  const files = {
    '1-all.yml': readFileSync(join(root, 'deploy/cluster/patroni.yml')),
    '2-one-machine.yml': JSON.stringify(own),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Returns the environment variables that `haproxyFile` needs. */
export function haproxyEnv({ folder, ports }: Pick<State, 'folder' | 'ports'>): Record<string, string> {
  const env: Record<string, string> = {
    SITE: local(ports.site),
    PRIMARY: local(ports.primary),
    STANDBY: local(ports.standby),
    ADMIN_SOCKET: adminSocketOf(folder),
  }
  for (const [index, port] of ports.apps.entries()) env[`APP_${index + 1}`] = local(port)
  for (const [index, { postgres, rest }] of ports.nodes.entries()) {
    env[`NODE_${index + 1}`] = local(postgres)
    env[`REST_${index + 1}`] = String(rest)
  }
  return env
}

export const adminSocketOf = (folder: string): string => join(folder, 'haproxy.sock')
