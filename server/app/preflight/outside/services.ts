import { z } from 'zod'
import type { Config } from '#server/config/config.ts'
import { reasonOf } from '#server/outside-service/reason.ts'
import { type Check, ok, warning, wrong } from '../check.ts'

const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url() })
const signal = () => AbortSignal.timeout(8_000)

/** Checks sign-in with Google: its discovery document, and the shape of the client ID. */
export function googleCheck({ google }: Pick<Config, 'google'>): Check {
  return {
    name: 'Google',
    run: async () => {
      if (!google) return [ok('the Google sandbox, where anyone can sign in as anyone')]
      const { discoveryUrl, clientId } = google
      const answer = await fetch(discoveryUrl, { signal: signal() }).catch((error) => reasonOf(error))
      if (typeof answer === 'string') return [wrong(`${discoveryUrl} can't be reached: ${answer}. Check the way out`)]
      const document = discovery.safeParse(await answer.json().catch(() => undefined))
      return [
        document.success ? ok('the discovery document is there') : wrong(`${discoveryUrl} is no discovery document`),
        clientId.endsWith('.apps.googleusercontent.com')
          ? ok('GOOGLE_CLIENT_ID looks right')
          : warning(
              'GOOGLE_CLIENT_ID does not end in .apps.googleusercontent.com: copy it again from Google’s console',
            ),
      ]
    },
  }
}

/** Checks that the image host can be reached. Nothing is uploaded. */
export function imageHostCheck({ imageHost }: Pick<Config, 'imageHost'>): Check {
  return {
    name: 'photos',
    run: async () => {
      if (!imageHost) return [ok('photos are stored in the database')]
      const { origin } = new URL(imageHost.url)
      try {
        const { status } = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: signal() })
        return [status < 500 ? ok(`${origin} answers`) : warning(`${origin} answers with ${status}: try again later`)]
      } catch (error) {
        return [wrong(`${origin} can't be reached: ${reasonOf(error)}. Check IMAGE_HOST_URL`)]
      }
    },
  }
}
