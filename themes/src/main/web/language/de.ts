// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Messages } from "./language";

export const de: Messages = {
  "nav.title": "Keylift",
  "nav.imports": "Massenimport",
  "nav.departments": "Abteilungen",
  "nav.capabilities": "Befähigungen",
  "nav.timings": "Antwortzeiten",

  "page.loading": "Wird geladen…",
  "page.forbidden": "Sie dürfen diese Seite im Realm {realm} nicht sehen.",
  "page.signedOut":
    "Sie sind abgemeldet, oder Ihr Browser hält diese Seite von Ihrer Sitzung fern. Laden Sie die Seite neu, um sich anzumelden.",
  "page.failed": "Der Server antwortet nicht wie erwartet: {message}",
  "page.retry": "Noch einmal versuchen",
  "page.reload": "Neu laden",
  "close": "Schließen",

  "timings.about":
    "Was die Anfragen der letzten Minuten gebraucht haben, nach Endpunkten, und wohin ihre Zeit ging: Warten auf einen Thread oder eine Datenbankverbindung, SQL, Commit, Caches, Passwort-Hashing, der Rest.",
  "timings.between": "Von {from} bis {to}.",
  "timings.ofRealm": "Anfragen des Realms {realm}.",
  "timings.ofAll": "Anfragen aller Realms.",
  "timings.filter": "Nach Pfad filtern",
  "timings.sort": "Sortieren nach",
  "timings.refresh": "Selbst aktualisieren",
  "timings.refreshNow": "Aktualisieren",
  "timings.endpoint": "Endpunkt",
  "timings.count": "Anfragen",
  "timings.mean": "Mittel",
  "timings.phases": "Phasen der mittleren Anfrage",
  "timings.statements": "Statements",
  "timings.total": "Summe",
  "timings.max": "Längste",
  "timings.none": "Keine Anfrage in den letzten Minuten",
  "timings.noneMatches": "Kein Endpunkt passt zum Filter",
  "timings.shown": "{shown} von {all} Endpunkten",
  "timings.legend": "Phasen",
  "phase.queue": "Warten auf einen Thread",
  "phase.pool_wait": "Warten auf eine Verbindung",
  "phase.sql": "SQL",
  "phase.commit": "Commit",
  "phase.infinispan": "Caches (Infinispan)",
  "phase.hash": "Passwort-Hashing",
  "phase.rest": "Der Rest",
};
