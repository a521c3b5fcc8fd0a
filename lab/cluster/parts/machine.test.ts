import { expect, test } from 'vitest'
import { ClusterError, findPrograms } from './machine.ts'

const installed = ['patroni', 'patronictl', 'etcd', 'haproxy']

function machineWith({ patroniPrints = 'patroni 4.1.4\n', programs = installed, postgres = true, platform = 'linux' }) {
  return {
    platform,
    find: (name: string) => (programs.includes(name) ? `/usr/bin/${name}` : undefined),
    postgresBin: () => (postgres ? '/usr/lib/postgresql/17/bin' : undefined),
    run: () => patroniPrints,
  }
}

test.each(['patroni 3.1.0', 'patroni 4.0.4', 'patroni.py 4.1.4'])('%s is accepted', (patroniPrints) => {
  const { patroniVersion } = findPrograms({}, {}, machineWith({ patroniPrints }))
  expect(patroniPrints).toContain(patroniVersion)
})

test('Patroni 3.0 is refused with the reason and what to do, unless its loss is accepted', () => {
  const machine = machineWith({ patroniPrints: 'patroni 3.0.2\n' })
  const refusal =
    /^Patroni 3\.0\.2 \(\/usr\/bin\/patroni\) can lose confirmed appointments: .* Install 3\.1 or newer .*PATRONI.* --allow-patroni-3\.0\.$/
  expect(() => findPrograms({}, {}, machine)).toThrow(refusal)
  expect(findPrograms({}, { allowPatroni30: true }, machine).patroniVersion).toBe('3.0.2')
})

test('Patroni 2 is refused in any case', () => {
  const machine = machineWith({ patroniPrints: 'patroni 2.1.7' })
  expect(() => findPrograms({}, { allowPatroni30: true }, machine)).toThrow(
    'Patroni 2.1.7 (/usr/bin/patroni) is too old.',
  )
})

test('what prints no version is no Patroni', () => {
  const machine = machineWith({ patroniPrints: 'command not found' })
  expect(() => findPrograms({}, {}, machine)).toThrow('/usr/bin/patroni --version prints no version')
})

test('PATRONI names the source of another Patroni, which runs on python3', () => {
  const programs = findPrograms(
    { PATRONI: '/opt/patroni/patroni.py' },
    {},
    machineWith({ programs: ['etcd', 'haproxy'] }),
  )
  expect(programs.patroni).toEqual(['/usr/bin/python3', '/opt/patroni/patroni.py'])
  expect(programs.patronictl).toEqual(['/usr/bin/python3', '/opt/patroni/patronictl.py'])
})

test.each([
  [{ programs: ['patroni', 'haproxy'] }, 'etcd-server'],
  [{ programs: ['etcd'] }, 'patroni haproxy'],
  [{ programs: [], postgres: false }, 'patroni etcd-server haproxy postgresql'],
])('with %j it names the packages that are missing', (has, packages) => {
  const command = `apt-get install --no-install-recommends ${packages}`
  expect(() => findPrograms({}, {}, machineWith(has))).toThrow(new RegExp(`: ${command}$`))
})

test('other systems than Linux are refused', () => {
  expect(() => findPrograms({}, {}, machineWith({ platform: 'darwin' }))).toThrow(ClusterError)
})
