import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Rule = {
  idea: string
  /** Matches a line that belongs into one of `places`. */
  pattern: RegExp
  places: string[]
  instead: string
  examples: string[]
}

const rules: Rule[] = [
  {
    idea: 'roles',
    pattern:
      /([!=]==?|\brole\w*\b\W{1,4}|\b(eq|ne)\(.*,)\s*['"`](admin|patient)['"`]|['"`](admin|patient)['"`]\s*[!=]==?/,
    places: ['contract/access/roles.ts'],
    instead: 'can() of contract/access/access.ts, isAdmin() or `roles` of contract/access/roles.ts',
    examples: [
      `if (caller.role !== 'admin') {`,
      `'patient' === role`,
      `eq(user.role, 'admin')`,
      `.set({ role: 'admin' })`,
    ],
  },
  {
    idea: 'dates and zones',
    pattern:
      /\bIntl\.DateTimeFormat\b|\.toLocale(Date|Time)String\(|\.to(Date|Time|UTC)String\(|\.toISOString\(\)\.(slice|split|substring)|\.get(UTC)?(FullYear|Month|Date|Day|Hours|Minutes)\(/,
    places: [
      'contract/kit/time/*.ts',
      'contract/kit/{locale,places}.ts',
      'server/calendar/rules/day-clock.ts',
      'web/{dates,time-zone}.ts',
      'sandbox/**',
    ],
    instead: 'contract/kit/time/clinic-date.ts or shown-date.ts or, on a page, web/dates.ts',
    examples: [
      `new Intl.DateTimeFormat('en-US')`,
      `date.toLocaleDateString('en-US')`,
      'date.toISOString().slice(0, 10)',
      'date.getHours()',
    ],
  },
  {
    idea: 'digits of phone numbers',
    pattern: /\b\w*phone\w*\)?\.(replace|match)\(|(['"`]|\b)tel:\$\{/i,
    places: ['contract/kit/text/phone.ts', 'server/app/whole/testing/former/*.ts'],
    instead: 'readPhoneText() or phoneLink() of contract/kit/text/phone.ts',
    examples: [`phone.replace(/\\D/g, '')`],
  },
  {
    idea: 'days that are read',
    pattern: /\bas IsoDate\b/,
    places: ['contract/kit/time/clinic-date.ts', 'web/dates.ts'],
    instead: 'calendarDay() of server/database/schema/columns.ts, or isIsoDate() of contract/kit/time/clinic-date.ts',
    examples: ['formatMediumDate(row.date as IsoDate)'],
  },
  {
    idea: 'rows of raw SQL',
    pattern: /\bas (unknown as )?\{ rows: /,
    places: ['server/database/{rows,engine/autovacuum}.ts'],
    instead: 'selectRows() of server/database/rows.ts',
    examples: ['(await db.execute(sql`select 1`)) as { rows: Row[] }'],
  },
  {
    idea: 'birth dates',
    pattern: /\b(showDate|dateInText|formatDay|dayInText)\([^)]*(birth|born)/i,
    places: ['contract/kit/time/birth-date.ts'],
    instead: 'formatBirthDate() of contract/kit/time/birth-date.ts or, on a page, showBirthDate() of web/birth-date.ts',
    examples: ['dateInText(one.birthDate)', 'formatDay(birthDate as IsoDate)'],
  },
  {
    idea: 'comparing names',
    pattern:
      /\b\w*name\.toLowerCase\(\)\s*[!=]==?|[!=]==?\s*\S*\bname\w*\.toLowerCase\(\)|(?<!_)\bfold\(\$?\{?\w*\.?\w*name/i,
    places: [
      'server/database/functions/*.sql',
      'contract/kit/text/fold.ts',
      'server/app/pages/public-clinic.ts',
      'server/http/edge/*.ts',
    ],
    instead: 'nameKey() of contract/kit/text/fold.ts or, in SQL, name_key()',
    examples: ['one.name.toLowerCase() === other', 'a === own?.name.toLowerCase()', 'fold(p.name) = r.key'],
  },
  {
    idea: 'instants of a clinic’s day',
    pattern: /@date-fns\/tz/,
    places: ['server/calendar/rules/day-clock.ts', 'server/icalendar/icalendar.ts'],
    instead: 'dayClock() of server/calendar/rules/day-clock.ts',
    examples: [`import { TZDate } from '@date-fns/tz'`],
  },
  {
    idea: 'names of weekdays',
    pattern: /['"` ](Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day['"` ]/,
    places: ['contract/kit/time/shown-date.ts'],
    instead: 'weekdayOf() or weekdayNames() of contract/kit/time/shown-date.ts',
    examples: [`['Monday', 'Tuesday']`],
  },
  {
    idea: 'counts',
    pattern: /\bIntl\.NumberFormat\b|\.toLocaleString\(/,
    places: ['contract/kit/text/count.ts', 'contract/kit/{money,money/*}.ts', 'sandbox/**'],
    instead: 'formatCount() of contract/kit/text/count.ts',
    examples: [`count.toLocaleString('en-US')`, 'new Intl.NumberFormat()'],
  },
  {
    idea: 'money',
    pattern:
      /\b\w*(price|amount|cents|dollars)\)?\s*[*/]\s*100\b|\b\w*(price|amount|cents|dollars)\)?\.toFixed\(|[`'\s(]\$\$\{/i,
    places: ['contract/kit/money.ts', 'sandbox/**'],
    instead: 'contract/kit/money.ts',
    examples: ['price / 100', 'Math.round(body.price * 100)', 'price.toFixed(2)', '`$${dollars}`'],
  },
  {
    idea: 'changes from a page',
    pattern: /\buseMutation\b|\[\w*[bB]usy, set|\bset(Is)?Busy\(|toast\('error', (messageFor|refusalOf)\(/,
    places: ['web/ui/change/use-change.ts'],
    instead: 'useChange() of web/ui/change/use-change.ts (docs/pages.md)',
    examples: [
      `import { useMutation } from '@tanstack/react-query'`,
      'const [isBusy, setBusy] = useState(false)',
      `toast('error', messageFor(error))`,
    ],
  },
  {
    idea: 'links that are not valid',
    pattern: /\binvalidLink\b/,
    places: ['contract/kit/link.ts', 'server/http/invalid-link.ts', 'web/api/http/link.ts'],
    instead: 'foundByLink() of server/http/invalid-link.ts or, on a page, behindLink() of web/api/http/link.ts',
    examples: ['{ code: invalidLink }'],
  },
  {
    idea: 'the booking table',
    pattern:
      /^import \{(?!\s*(?:type \w+|calendarFeed) \}).* from '.*schema\/booking\.ts'|\b(insert into|update|delete from) "?booking\b/i,
    places: [
      'server/{booking,appointment,desk,recall}/*{store,queries}.ts',
      'server/waiting-list/{*,*/*}store.ts',
      'server/calendar/store.ts',
      'server/doctor/store.ts',
      'server/report/export/store.ts',
      'server/payment/search/store.ts',
      'server/app/seed/busy-store.ts',
    ],
    instead: 'a function of server/booking/store.ts',
    examples: [
      `import { booking } from '#server/database/schema/booking.ts'`,
      `import { type BookingRow, booking } from '#server/database/schema/booking.ts'`,
      'update booking set paid_at = now()',
    ],
  },
]

const files = globSync('{contract,lab,sandbox,server,web}/**/*.{ts,tsx}', {
  exclude: [
    '**/node_modules/**',
    '**/*.test.{ts,tsx}',
    'server/**/testing/**',
    'lab/kit/populate.ts',
    'lab/waiting-list/clinic.ts',
    'lab/load/pgbench.ts',
    'lab/scale/fill/rows.ts',
  ],
})
const lines = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, at) => ({ file, at: `${file}:${at + 1}`, text })),
)
const isComment = (text: string) => /^\s*(\/\/|\/?\*)/.test(text)

describe.each(rules)('$idea', ({ pattern, places, instead, examples }) => {
  test(`have one place: elsewhere use ${instead}`, () => {
    const home = new Set(places.flatMap((place) => globSync(place)))
    const strays = lines.filter(({ file, text }) => !home.has(file) && !isComment(text) && pattern.test(text))
    expect(strays.map(({ at, text }) => `${at}: ${text.trim()} → use ${instead}`)).toEqual([])
  })

  test('have places that exist', () => {
    for (const place of places) expect(globSync(place), place).not.toEqual([])
  })

  test.each(examples)('%s would be found', (example) => {
    expect(example).toMatch(pattern)
  })
})
