import { documents } from '@parada/contract/calls/documents'
import { useEffect, useState } from 'react'
import { toFailure } from '../kit/client.ts'
import type { Download } from '../kit/download.ts'

/** Identifies an image by its document and its name there. */
export type ImageName = { id: number; name: string }

type CacheEntry = {
  loading: Promise<void>
  url?: string
  failure?: string
  /** Keeps the decoded pixels in memory until the image is shown. */
  decoded?: HTMLImageElement
}

/** Two images and a selfie per document: enough for the open document and several before and after it. */
const most = 24

const keyOf = ({ id, name }: ImageName) => `${id}/${name}`

const decode = async (url: string) => {
  const image = new Image()
  image.src = url
  await image.decode?.().catch(() => undefined)
  return image
}

/** Images that have loaded or are loading, so that the next document shows at once. Cleared when the review is left. */
export const createImageCache = (download: Download) => {
  const images = new Map<string, CacheEntry>()

  const forget = (key: string) => {
    const url = images.get(key)?.url
    images.delete(key)
    if (url) URL.revokeObjectURL(url)
  }

  const load = (image: ImageName): CacheEntry => {
    const key = keyOf(image)
    const known = images.get(key)
    if (known && known.failure === undefined) {
      // Reinserted, so that the least recently used image is dropped first.
      images.delete(key)
      images.set(key, known)
      return known
    }
    const held: CacheEntry = { loading: Promise.resolve() }
    held.loading = download(documents.image, { params: image })
      .then(async ({ data }) => {
        const url = URL.createObjectURL(data)
        held.decoded = await decode(url)
        if (images.get(key) === held) held.url = url
        else URL.revokeObjectURL(url)
      })
      .catch((cause) => {
        held.failure = toFailure(cause).message
      })
    images.set(key, held)
    for (const oldest of [...images.keys()].slice(0, -most)) forget(oldest)
    return held
  }

  return {
    load,
    clear: () => {
      for (const key of [...images.keys()]) forget(key)
    },
  }
}
export type ImageCache = ReturnType<typeof createImageCache>

/** The current state of an image; a preloaded one is there at the first paint. */
export const useImage = (cache: ImageCache, image: ImageName) => {
  const [, redraw] = useState(0)
  const { id, name } = image
  const held = cache.load(image)
  const isSettled = held.url !== undefined || held.failure !== undefined
  useEffect(() => {
    let isShown = true
    if (!isSettled)
      void cache.load({ id, name }).loading.then(() => {
        if (isShown) redraw((count) => count + 1)
      })
    return () => {
      isShown = false
    }
  }, [cache, id, name, isSettled])
  return held
}
