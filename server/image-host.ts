import { StartError } from './start-error.ts'

type Given = {
  IMAGE_HOST_URL?: string | undefined
  IMAGE_HOST_KEY?: string | undefined
  IMAGE_HOST_PICTURES?: string | undefined
}

/** The image host of these settings, undefined when none is set. @throws StartError when only some are. */
export function readImageHost({ IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key, IMAGE_HOST_PICTURES: pictures }: Given) {
  if (!url && !key && !pictures) return undefined
  if (!url)
    throw new StartError(
      `IMAGE_HOST_URL is not set: ${key ? 'IMAGE_HOST_KEY' : 'IMAGE_HOST_PICTURES'} is, and wants it`,
    )
  if (!key) throw new StartError('IMAGE_HOST_KEY is not set: IMAGE_HOST_URL is, and wants it')
  return { url, key, pictures: new URL(pictures ?? picturesOf(url)).origin }
}

// imgbb takes pictures at one host and shows them from another.
function picturesOf(url: string) {
  const { hostname, host } = new URL(url)
  return hostname === 'api.imgbb.com' ? 'https://i.ibb.co' : `https://${host}`
}
