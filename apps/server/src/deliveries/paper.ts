/** A PDF to draw on, and the finished file. The PDF library is large, so it is loaded only when something is drawn. */
export const newPaper = async (options: PDFKit.PDFDocumentOptions) => {
  const { default: PDFDocument } = await import('pdfkit')
  const paper = new PDFDocument({ size: 'A4', displayTitle: true, ...options })
  const parts: Buffer[] = []
  paper.on('data', (part: Buffer) => parts.push(part))
  const written = new Promise<Buffer>((resolve, reject) => {
    paper.on('end', () => resolve(Buffer.concat(parts)))
    paper.on('error', reject)
  })
  return { paper, written }
}
