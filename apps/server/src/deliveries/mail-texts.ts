type ResetMail = { tenant: string; name: string; link: string }

/** Mails in the language of the browser that requested them. */
export const resetMail = (language: 'en' | 'es', { tenant, name, link }: ResetMail) =>
  language === 'es'
    ? {
        subject: `${tenant}: contraseña nueva`,
        text: `Hola, ${name}:\n\nUse este enlace para elegir una contraseña nueva. Es válido durante una hora y una sola vez.\n\n${link}\n\nSi no lo ha pedido usted, no haga nada: su contraseña no cambia.\n\n${tenant}\n`,
      }
    : {
        subject: `${tenant}: new password`,
        text: `Hello ${name},\n\nUse this link to choose a new password. It works once, within the next hour.\n\n${link}\n\nIf you didn't ask for this, you can ignore this email: your password stays the same.\n\n${tenant}\n`,
      }

export const newPasswordMail = (language: 'en' | 'es', { tenant, name }: Omit<ResetMail, 'link'>) =>
  language === 'es'
    ? {
        subject: `${tenant}: su contraseña ha cambiado`,
        text: `Hola, ${name}:\n\nSu contraseña se acaba de cambiar, y todas sus sesiones se han cerrado.\n\nSi no ha sido usted, avise hoy mismo a su administrador.\n\n${tenant}\n`,
      }
    : {
        subject: `${tenant}: your password was changed`,
        text: `Hello ${name},\n\nYour password has just been changed, and you were signed out everywhere.\n\nIf this wasn't you, tell your administrator today.\n\n${tenant}\n`,
      }
