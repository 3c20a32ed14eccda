import { Overlay, Text } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../kit/lazy.ts'
import classes from './sheet.module.css'

const SheetImport = lazy(() => import('./sheet-import.tsx'))

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Opens the import for a sheet dropped anywhere on the list: the same as the list's command, with the file already
 * chosen.
 */
export const SheetDrop = () => {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const [file, setFile] = useState<File>()

  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!carriesFile(event)) return
      // Otherwise the browser would replace the page with the file.
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFile(event)) return
      event.preventDefault()
      setOver(false)
      setFile((before) => before ?? event.dataTransfer?.files[0])
    }
    document.addEventListener('dragover', hover)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', hover)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])

  return (
    <>
      {isOver && !file && (
        <Overlay fixed backgroundOpacity={0.5} className={classes.drop} zIndex={300}>
          <Text className={classes.dropText}>{t('sheet.dropHere')}</Text>
        </Overlay>
      )}
      {file && (
        <Suspense>
          <SheetImport dropped={file} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  )
}
