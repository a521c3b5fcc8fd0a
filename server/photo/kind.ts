/** Returns a file's format by its first bytes, whatever its name or type; undefined if it is not a photo. */
export function kindOf(file: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | undefined {
  if (file.subarray(0, 3).equals(jpeg)) return 'jpeg'
  if (file.subarray(0, 8).equals(png)) return 'png'
  if (textAt(file, 0) === 'RIFF' && textAt(file, 8) === 'WEBP') return 'webp'
  const brands = brandsOf(file)
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (brands.some((brand) => heifBrands.has(brand))) return 'heic'
  return undefined
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])

// ISO/IEC 14496-12, 4.3: the box `ftyp` contains the major brand, a version and the compatible brands.
function brandsOf(file: Buffer): string[] {
  if (file.length < 16 || textAt(file, 4) !== 'ftyp') return []
  const end = Math.min(file.readUInt32BE(0), file.length, 256)
  const brands = [textAt(file, 8)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(file, at))
  return brands
}

function textAt(file: Buffer, at: number) {
  return file.toString('latin1', at, at + 4)
}
