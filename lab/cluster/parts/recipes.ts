import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/setup/paths.mjs'
import { unprivilegedUser } from '#testbed/unprivileged-user.ts'
import type { ServiceRecipe } from './part.ts'
import { type Machine, privateFolder, type State } from './state.ts'

// What runs in a cluster: how each part starts, and where it says that it is well.

/** The file that HAProxy runs with, here as in production. */
export const haproxyFile: string = join(root, 'deploy/cluster/haproxy.cfg')

/** The addresses of the site, of the clinic's database (on the primary, or on the node that listens at `at`), and of
 *  etcd, as they are reached from a machine. */
export const siteUrlOf = (state: State, { address }: Machine = firstOf(state)): string =>
  `http://${address === '127.0.0.1' ? 'localhost' : address}:${state.ports.site}`
export const databaseUrlOf = (state: State, at = `${firstOf(state).address}:${state.ports.primary}`): string =>
  `postgres://clinic:${state.secrets.clinic}@${at}/clinic`
export const etcdHosts = ({ machines, ports }: State): string =>
  machines.map(({ address }) => `${address}:${ports.etcd}`).join(',')

/** The machines that have an app, and those that have HAProxy. */
export const appMachines = ({ machines }: Pick<State, 'machines'>): Machine[] => machines.slice(0, 2)
export const haproxyMachines = ({ machines }: Pick<State, 'machines'>): Machine[] =>
  machines.slice(0, machines[0]?.namespace ? 2 : 1)

/** HAProxy of a machine: its own, or the first one's. */
const haproxyFor = (state: State, machine: Machine): Machine =>
  haproxyMachines(state).includes(machine) ? machine : firstOf(state)

function firstOf({ machines: [first] }: Pick<State, 'machines'>): Machine {
  if (!first) throw new Error('a cluster has machines')
  return first
}

/** An instance of the server, as in production except that it listens on loopback and uses sandboxes. */
export function appRecipe(state: State, machine: Machine, index: number): ServiceRecipe {
  const name = `app-${index + 1}`
  const url = `http://${machine.address}:${state.ports.app}`
  return {
    ...{ name, url, machine, health: `${url}/readyz`, timeoutMs: 3_000 },
    prepare: () => {
      const folder = join(state.folder, name)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return {
        command: [process.execPath, '--disable-warning=ExperimentalWarning', join(root, 'build/server/serve.js')],
        env: { ...appSettings(state, machine), DATA_DIR: folder, ...state.appEnv },
        cwd: root,
      }
    },
  }
}

function appSettings(state: State, machine: Machine) {
  const { ports } = state
  const haproxy = haproxyFor(state, machine)
  return {
    NODE_ENV: 'production',
    HOST: machine.address,
    PORT: String(ports.app),
    PUBLIC_URL: siteUrlOf(state),
    DATABASE_URL: databaseUrlOf(state, `${haproxy.address}:${ports.primary}`),
    DATABASE_STANDBY_URL: databaseUrlOf(state, `${haproxy.address}:${ports.standby}`),
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
export function etcdRecipe(state: State, machine: Machine, index: number): ServiceRecipe {
  const { ports, machines } = state
  const nameOf = (each: number) => `etcd-${each + 1}`
  const peerOf = ({ address }: Machine) => `http://${address}:${ports.etcdPeer}`
  const name = nameOf(index)
  const url = `http://${machine.address}:${ports.etcd}`
  return {
    ...{ name, url, machine, health: `${url}/health`, timeoutMs: 2_000 },
    prepare: () => {
      const folder = privateFolder(state, name)
      const options = {
        name,
        'data-dir': `${folder}/data`,
        'listen-client-urls': url,
        'advertise-client-urls': url,
        'listen-peer-urls': peerOf(machine),
        'initial-advertise-peer-urls': peerOf(machine),
        'initial-cluster': machines.map((other, each) => `${nameOf(each)}=${peerOf(other)}`).join(','),
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
  machine: Machine,
  { name, dataDir }: { name: string; dataDir: string },
): ServiceRecipe {
  const { secrets, ports, programs } = state
  const at = (port: number) => `${machine.address}:${port}`
  const [rest, postgres] = [at(ports.rest), at(ports.postgres)]
  const url = `http://${rest}`
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcdHosts(state),
    PATRONI_RESTAPI_LISTEN: rest,
    PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: secrets.restApi,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgresBin,
    PATRONI_POSTGRESQL_PGPASS: join(state.folder, name, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: secrets.superuser,
    PATRONI_REPLICATION_PASSWORD: secrets.replication,
    PATRONI_REWIND_PASSWORD: secrets.rewind,
  }
  return {
    ...{ name, url, machine, health: `${url}/health`, timeoutMs: 3_000 },
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

/** Returns the environment variables that `haproxyFile` needs on a machine. */
export function haproxyEnv(state: State, machine: Machine): Record<string, string> {
  const { folder, machines, ports } = state
  const at = ({ address }: Machine, port: number) => `${address}:${port}`
  const env: Record<string, string> = {
    SITE: at(machine, ports.site),
    PRIMARY: at(machine, ports.primary),
    STANDBY: at(machine, ports.standby),
    REST: String(ports.rest),
    ADMIN_SOCKET: adminSocketOf(folder, machine),
  }
  for (const [index, app] of appMachines(state).entries()) env[`APP_${index + 1}`] = at(app, ports.app)
  for (const [index, node] of machines.entries()) env[`NODE_${index + 1}`] = at(node, ports.postgres)
  return env
}

export const adminSocketOf = (folder: string, { address }: Machine): string => join(folder, `haproxy-${address}.sock`)
