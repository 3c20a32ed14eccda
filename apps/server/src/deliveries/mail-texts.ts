type ResetMail = { tenant: string; name: string; link: string }

/** Mails in the language of the browser that asked for them. */
export const resetMail = (language: 'en' | 'es', { tenant, name, link }: ResetMail) =>
  language === 'es'
    ? {
        subject: `${tenant}: contraseña nueva`,
        text: `Hola, ${name}:\n\nCon este enlace puede elegir una contraseña nueva. Vale una hora y una sola vez.\n\n${link}\n\nSi no lo ha pedido usted, no haga nada: la contraseña sigue siendo la misma.\n\n${tenant}\n`,
      }
    : {
        subject: `${tenant}: new password`,
        text: `Hello ${name},\n\nWith this link you can choose a new password. It works for one hour, and once.\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n\n${tenant}\n`,
      }
