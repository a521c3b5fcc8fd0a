/** Folders of `server/` that stand below the features, and which of one another they may import. Every other folder is a feature. */
export const foundations: Record<string, readonly string[]> = {
  config: ['start'],
  start: ['config'],
  database: ['config', 'start'],
  jobs: ['config', 'database'],
  access: ['config', 'database', 'http'],
  http: ['config', 'database', 'start'],
  icalendar: [],
  telemetry: ['config', 'database', 'http'],
  site: ['config', 'http'],
}

/** Where a path stands: its top folder, the folder in that (empty for a file), and the one below. */
export type Place = { path: string; part: string; area: string; room: string }

/** Returns where a file stands. */
export function placeOf(path: string): Place {
  const [part = '', ...folders] = path.split('/').slice(0, -1)
  return { path, part, area: folders[0] ?? '', room: folders[1] ?? '' }
}

/** Tells whether a place is in one of `names`: a top folder such as `web`, or a folder in it such as `web/ui`. */
export const isIn =
  (...names: string[]) =>
  ({ part, area }: Place): boolean =>
    names.includes(part) || names.includes(`${part}/${area}`)

/** server/main.ts, server/serve.ts, server/app.ts and server/app/ open everything else. */
export const isWiring = (place: Place): boolean =>
  isIn('server/app')(place) || ['server/main.ts', 'server/serve.ts', 'server/app.ts'].includes(place.path)

/** What stands below the features: the folders of `foundations`, and files directly in `server/`. */
export const isFoundation = (place: Place): boolean =>
  isIn('server')(place) && !isWiring(place) && (place.area === '' || place.area in foundations)

/** Every folder of `server/` that is nothing else, so that a new one is guarded the day it appears. */
export const isFeature = (place: Place): boolean =>
  isIn('server')(place) && !isWiring(place) && !isFoundation(place) && place.area !== 'testing'

/** Tells whether a file belongs to a feature. */
export const isFeatureFile = (file: string): boolean => isFeature(placeOf(file))

/** A folder of `web/pages/`; files beside these are the layouts around them. */
export const isPage = ({ part, area, room }: Place): boolean => part === 'web' && area === 'pages' && room !== ''
