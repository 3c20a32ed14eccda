/** The status of a sheet. The field is the documents', the codes are our own. */
export const sheetStatus = { waiting: 10, registered: 20, started: 30, refused: -10, cancelled: -20 } as const
