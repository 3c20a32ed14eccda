import { stateColor } from '@parada/domain/code-colors'
import { type DocumentStatus, sidesOf } from '@parada/domain/document/document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { useDownload } from '../kit/download.ts'
import { failedToast } from '../kit/failed-toast.ts'
import listClasses from '../kit/list/view/list.module.css'
import { useLeaveOnFailure } from '../kit/return-on-failure.ts'
import { State } from '../kit/state.tsx'
import { toast } from '../kit/toast.tsx'
import { usePlainKeys } from '../kit/use-keys.ts'
import { Decisions, decisionOf } from './decisions.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentImage, type Look, NoImage, plainLook, turned, zoomed } from './document-image.tsx'
import { documentQuery, useMayDecide } from './document-record.ts'
import classes from './documents.module.css'
import { createImageCache, type ImageCache, type ImageName } from './image-cache.ts'
import { useReviewQueue } from './review-queue.ts'
import { useDecision } from './use-decision.ts'

/** How many documents to preload. */
const aheadOf = 3

type Images = { id: number; imageFront: string | null; imageBack: string | null }

const namesOf = ({ id, imageFront, imageBack }: Images): ImageName[] =>
  [imageFront, imageBack].flatMap((name) => (name === null ? [] : [{ id, name }]))

const useImageCache = (): ImageCache => {
  const download = useDownload()
  const cache = useMemo(() => {
    if (!download) throw new Error('A review needs a DownloadProvider')
    return createImageCache(download)
  }, [download])
  useEffect(() => cache.clear, [cache])
  return cache
}

type Queue = ReturnType<typeof useReviewQueue>

/** Preloads the records and images of the next documents, once those of the open one have loaded. */
const useLoadAhead = (cache: ImageCache, waiting: Queue['waiting'], isReady: boolean) => {
  const client = useClient()
  const queries = useQueryClient()
  const wanted = JSON.stringify(
    waiting.slice(0, aheadOf).map(({ id, imageFront, imageBack }) => ({ id, imageFront, imageBack })),
  )
  useEffect(() => {
    if (!isReady) return
    const load = async () => {
      for (const document of JSON.parse(wanted) as Images[]) {
        await Promise.all(namesOf(document).map((image) => cache.load(image).loading))
        const detail = await queries.ensureQueryData(documentQuery(client, document.id))
        if (detail.selfie) await cache.load({ id: detail.selfie.id, name: detail.selfie.imageFront }).loading
      }
    }
    // A failure is shown when that document is opened.
    void load().catch(() => undefined)
  }, [cache, client, queries, wanted, isReady])
}

/** Zoom, rotation and position of each image of the open document, reset when another one opens. */
const useLooks = (id: number) => {
  const [state, setState] = useState<{ id: number; looks: Record<string, Look>; chosen: string }>()
  const { looks, chosen } = state?.id === id ? state : { looks: {} as Record<string, Look>, chosen: 'front' }
  return {
    chosen,
    lookOf: (key: string) => looks[key] ?? plainLook,
    setLook: (key: string, look: Look) => setState({ id, looks: { ...looks, [key]: look }, chosen: key }),
    choose: (key: string) => setState({ id, looks, chosen: key }),
  }
}

/** Switches the screen at once and lets the URL follow, so that key presses never wait for the router. */
const useOpened = (inAddress: number) => {
  const navigate = useNavigate()
  const [id, setId] = useState(inAddress)
  /**
   * Ids that we navigated to and the router has not shown yet. Arriving late, they must not count as navigation from
   * outside.
   */
  const pending = useRef<number[]>([])
  useEffect(() => {
    const mine = pending.current.indexOf(inAddress)
    if (mine >= 0) pending.current.splice(0, mine + 1)
    else setId(inAddress)
  }, [inAddress])
  /** A ref, because undo calls the `open` of the render in which the decision was made. */
  const latest = useRef(id)
  latest.current = id
  const open = (to: number) => {
    if (to === latest.current) return
    pending.current.push(to)
    setId(to)
    void navigate({ to: '/documents/$id', params: { id: String(to) }, search: true, replace: true })
  }
  return { id, open }
}

/** Reviews documents by keyboard: each decision opens the next document. */
export const DocumentReview = ({ id: inAddress }: { id: number }) => {
  const { id, open } = useOpened(inAddress)
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const cache = useImageCache()
  const queue = useReviewQueue(id)
  const { data: detail, error } = useQuery(documentQuery(client, id))
  const document = detail?.document ?? queue.row
  const mayDecide = useMayDecide(document)
  const { chosen, lookOf, setLook, choose } = useLooks(id)
  const [isComparing, setComparing] = useState(true)
  const [seen, setSeen] = useState<number>()
  const isReady = seen === id && document !== undefined && document.status !== 'pendingToBeUploaded'

  const leave = () => void navigate({ to: '/documents', search: true })
  const decide = useDecision({ keep: queue.keep, onUndone: open })

  // Returns to the list if the document cannot be loaded (L-258).
  useLeaveOnFailure(document ? null : error, ({ message }) => {
    failedToast(message)
    void navigate({ to: '/documents', search: true, replace: true })
  })

  // Decisions are enabled once every image has loaded or shown its error, so that nobody decides unseen.
  const shown = document && JSON.stringify(namesOf(document))
  useEffect(() => {
    if (shown === undefined) return
    let isOpen = true
    void Promise.all((JSON.parse(shown) as ImageName[]).map((image) => cache.load(image).loading)).then(() => {
      if (isOpen) setSeen(id)
    })
    return () => {
      isOpen = false
    }
  }, [cache, id, shown])
  useLoadAhead(cache, queue.waiting, seen === id)

  const onDecide = (status: DocumentStatus) => {
    if (!document || !isReady || !mayDecide || status === document.status) return
    void decide(document, status)
    const next = queue.waiting.find((row) => row.id !== id)
    if (next) open(next.id)
    else {
      toast(t('document.lastOne'))
      leave()
    }
  }
  const move = (to: number | undefined) => {
    if (to !== undefined) open(to)
    return true
  }
  usePlainKeys((key, isRepeated) => {
    if (key === 'j' || key === 'arrowright' || key === 'arrowdown') return move(queue.next ?? queue.waiting[0]?.id)
    if (key === 'k' || key === 'arrowleft' || key === 'arrowup') return move(queue.previous)
    if (key === '+' || key === '-') setLook(chosen, zoomed(lookOf(chosen), key === '+' ? 1 : -1))
    else if (key === 't') setLook(chosen, turned(lookOf(chosen)))
    else if (key === 'c') setComparing((is) => !is)
    else if (key === 'escape') leave()
    else {
      const status = mayDecide ? decisionOf(key) : undefined
      if (status && !isRepeated) onDecide(status)
      return status !== undefined
    }
    return true
  })

  if (!document) return <div className={classes.page} aria-busy="true" />
  const { selfie } = detail ?? {}
  const isSelfie = document.type === 'selfie'
  const images = { front: document.imageFront, back: document.imageBack }
  const shownSelfie = isComparing && !isSelfie && selfie
  const image = (key: string, { id, name }: ImageName, label: string) => (
    <DocumentImage
      key={key}
      cache={cache}
      image={{ id, name }}
      label={label}
      look={lookOf(key)}
      onLook={(look) => setLook(key, look)}
      isChosen={chosen === key}
      onChoose={() => choose(key)}
    />
  )
  return (
    <article className={classes.page}>
      <header className={listClasses.toolbar}>
        <Link
          to="/documents"
          search={true}
          className={`${listClasses.tool} ${classes.back}`}
          aria-keyshortcuts="Escape"
        >
          <span aria-hidden="true">‹</span> {t('document.back')}
        </Link>
        <h1 className={listClasses.title}>
          {t('document.title', { type: t(`codes.documentType.${document.type}`), id: document.id })}
        </h1>
        <State color={stateColor('documentStatus', document.status)}>
          {t(`codes.documentStatus.${document.status}`)}
        </State>
        <span className={classes.left}>{queue.total !== undefined && t('document.left', { count: queue.total })}</span>
        {!isSelfie && (
          <span className={listClasses.toggle}>
            <button
              type="button"
              aria-pressed={isComparing}
              aria-keyshortcuts="c"
              onClick={() => setComparing(!isComparing)}
            >
              {t('document.compare')} <kbd>C</kbd>
            </button>
          </span>
        )}
        <button
          type="button"
          className={`${listClasses.tool} ${classes.move}`}
          aria-keyshortcuts="k"
          disabled={queue.previous === undefined}
          onClick={() => move(queue.previous)}
        >
          {t('document.previous')} <kbd>K</kbd>
        </button>
        <button
          type="button"
          className={`${listClasses.tool} ${classes.move}`}
          aria-keyshortcuts="j"
          disabled={queue.next === undefined && queue.waiting.length === 0}
          onClick={() => move(queue.next ?? queue.waiting[0]?.id)}
        >
          {t('document.next')} <kbd>J</kbd>
        </button>
      </header>
      <div className={classes.body}>
        <div className={classes.images} data-beside={(isComparing && !isSelfie) || undefined}>
          {sidesOf(document.type).map((side) => {
            const name = images[side]
            const label = t(isSelfie ? 'codes.documentType.selfie' : `codes.documentSide.${side}`)
            if (name !== null) return image(side, { id: document.id, name }, label)
            return <NoImage key={side} label={label} reason={t('document.none')} />
          })}
          {shownSelfie &&
            image('selfie', { id: shownSelfie.id, name: shownSelfie.imageFront }, t('codes.documentType.selfie'))}
          {isComparing && !isSelfie && selfie === null && (
            <NoImage label={t('codes.documentType.selfie')} reason={t('document.noSelfie')} />
          )}
        </div>
        <aside className={classes.side}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll it */}
          <div className={classes.read} tabIndex={0}>
            <DocumentFacts document={document} detail={detail} />
          </div>
          {mayDecide ? (
            <Decisions status={document.status} isReady={isReady} onDecide={onDecide} />
          ) : (
            <p className={classes.nothing}>{t('document.lookOnly')}</p>
          )}
        </aside>
      </div>
    </article>
  )
}
