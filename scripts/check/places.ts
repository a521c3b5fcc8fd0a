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

/** A folder of `web/pages/`; files beside these are the layouts around them. */
export const isPage = ({ part, area, room }: Place): boolean => part === 'web' && area === 'pages' && room !== ''
