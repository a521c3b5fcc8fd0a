import { basename, dirname } from 'node:path/posix'
import { isFeatureFile } from './places.ts'
import { isTest, type SourceTree, type Violation } from './source-tree.ts'

/** Files that every folder of a feature may have, beside the one named after the folder: its rules. */
const known: readonly string[] = ['routes', 'store', 'schema', 'jobs', 'mails', 'refusals']

/** The other files of each feature, with the noun of the rules they hold or the one word that says why they are there. */
export const ownNames: Record<string, Record<string, string>> = {
  audit: { 'read-log': 'noun' },
  auth: {
    'account/device': 'noun',
    answers: 'contract',
    'better-auth': 'library',
    'guessing/address-limits': 'limits',
    'guessing/device': 'noun',
    'guessing/too-many': 'refusal',
    identity: 'guards',
    'password/calls': 'limits',
    'password/hash': 'noun',
    'rotation/cookies': 'noun',

    'provider/exchange': 'client',
    relay: 'library',
    token: 'noun',
    'weak/breached': 'noun',
    'weak/refuse-weak': 'refusal',
    'web-request': 'library',
  },
  backup: {
    catalog: 'noun',
    file: 'files',
    'format/read': 'protocol',
    'format/seal': 'library',
    'format/write': 'protocol',
    move: 'noun',
    'restore/target': 'noun',
    'socket/spool': 'files',
  },
  booking: {
    'desk/day': 'noun',
    'feed/address': 'noun',
    'for-patient/patients': 'noun',
    'link/token': 'noun',
    response: 'data',
  },
  calendar: {
    'ahead/month': 'noun',
    'ahead/next-free': 'noun',
    'attention/attention': 'noun',
    'attention/place': 'noun',
    'change/apply': 'noun',
    'change/change': 'noun',
    'change/editable': 'noun',
    'change/effect': 'noun',
    'first-rules': 'data',
    'fit/lost-times': 'noun',
    'fit/refit': 'noun',
    outage: 'noun',
    'public/first-free': 'noun',
    'public/opening-hours': 'noun',
    'public/special-days': 'noun',
    'read-cache': 'noun',
    'rules/day-clock': 'noun',
    'rules/day-overview': 'noun',
    'rules/free-times': 'noun',
    'rules/offer': 'noun',
    'rules/plan': 'noun',
    'rules/rules': 'noun',
    'staff/roster': 'noun',
  },
  doctor: { samples: 'data' },
  mail: {
    'message/appointment': 'template',
    'message/layout': 'template',
    transport: 'client',
  },
  payment: {
    deps: 'types',
    'refund/record': 'noun',
    intent: 'noun',
    limits: 'limits',
    receipt: 'noun',
    'settlement/reconcile': 'noun',
    'settlement/settle': 'noun',
    'settlement/verdict': 'noun',
    'settlement/webhook': 'noun',
  },
  photo: { 'folder-import': 'upgrade', open: 'wiring', 'picture/kind': 'noun', refusal: 'refusal' },
  privacy: { 'export/html': 'template', 'export/words': 'data' },
  sandbox: {
    'google/account': 'noun',
    'google/adapter': 'library',
    'google/site/chooser': 'page',
    'google/mount': 'library',
    'google/provider': 'library',
    'google/sandbox': 'wiring',
    'google/user': 'noun',
    'outbox/mails': 'files',
    'outbox/pages': 'page',
    'stripe/account': 'noun',
    'stripe/api/calls': 'protocol',
    'stripe/api/handler': 'protocol',
    'stripe/api/once': 'idempotency',
    'stripe/api/server': 'wiring',
    'stripe/browser/call': 'client',
    'stripe/browser/card/rules': 'noun',
    'stripe/browser/card/style': 'page',
    'stripe/browser/port': 'protocol',
    'stripe/browser/stripe/card-element': 'page',
    'stripe/browser/stripe/card-frame': 'page',
    'stripe/browser/stripe/challenge-dialog': 'page',
    'stripe/browser/stripe/elements': 'page',
    'stripe/errors': 'protocol',
    'stripe/event/deliver': 'job',
    'stripe/fault/respond': 'protocol',
    'stripe/form': 'protocol',
    'stripe/ids': 'noun',
    'stripe/ledger/amount': 'noun',
    'stripe/ledger/cards': 'noun',
    'stripe/ledger/expand': 'protocol',
    'stripe/ledger/intent': 'noun',
    'stripe/ledger/method': 'noun',
    'stripe/ledger/objects': 'protocol',
    'stripe/ledger/params': 'protocol',
    'stripe/ledger/refund': 'noun',
    'stripe/publishable-key': 'data',
    'stripe/sandbox': 'wiring',
    'stripe/site/frames': 'page',
    'stripe/site/methods': 'noun',
    'stripe/site/public-calls': 'protocol',
    'stripe/site/script': 'page',
    tables: 'migrations',
    'drizzle.config': 'library',
  },
  user: { admin: 'noun', 'admin-routes': 'routes' },
}

/** Returns the files of features whose names are not on the list. */
export function unknownNames({ files }: Pick<SourceTree, 'files'>): Violation[] {
  return files
    .filter((file) => isFeatureFile(file) && file.endsWith('.ts') && !isTest(file))
    .flatMap((file) => {
      const { feature, name } = nameOf(file)
      if (isKnown(file) || name in (ownNames[feature] ?? {})) return []
      const advice = `'${name}' is a new name in ${feature}. Use ${known.join(', ')} or the folder's own name if one fits. If not, add it to '${feature}' in scripts/check/file-names.ts, with one word of reason.`
      return [{ file, rule: 'new file name', advice }]
    })
}

/** The feature that a file belongs to, and its path in it, without the extension: 'settlement/settle'. */
export function nameOf(file: string): { feature: string; name: string } {
  const [, feature = '', ...rest] = file.replace(/\.ts$/, '').split('/')
  return { feature, name: rest.join('/') }
}

function isKnown(file: string): boolean {
  const name = basename(file, '.ts')
  return known.includes(name) || name === basename(dirname(file))
}
