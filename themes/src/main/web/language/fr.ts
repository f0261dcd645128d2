// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Messages } from "./language";

export const fr: Messages = {
  "nav.title": "Keylift",
  "nav.imports": "Import en masse",
  "nav.departments": "Départements",
  "nav.capabilities": "Capacités",
  "nav.timings": "Temps de réponse",

  "page.loading": "Chargement…",
  "page.forbidden": "Vous ne pouvez pas voir cette page dans le royaume {realm}.",
  "page.signedOut":
    "Vous êtes déconnecté, ou votre navigateur isole cette page de votre session. Rechargez la page pour vous connecter.",
  "page.failed": "Le serveur ne répond pas comme prévu : {message}",
  "page.retry": "Réessayer",
  "page.reload": "Recharger",
  "close": "Fermer",

  "timings.about":
    "Ce que les requêtes des dernières minutes ont pris, par point d’accès, et où est passé leur temps : attente d’un thread ou d’une connexion à la base, SQL, commit, caches, hachage de mots de passe, le reste.",
  "timings.between": "De {from} à {to}.",
  "timings.ofRealm": "Requêtes du royaume {realm}.",
  "timings.ofAll": "Requêtes de tous les royaumes.",
  "timings.filter": "Filtrer par chemin",
  "timings.sort": "Trier par",
  "timings.refresh": "Actualiser automatiquement",
  "timings.refreshNow": "Actualiser",
  "timings.endpoint": "Point d’accès",
  "timings.count": "Requêtes",
  "timings.mean": "Moyenne",
  "timings.phases": "Phases de la requête moyenne",
  "timings.statements": "Instructions",
  "timings.total": "Total",
  "timings.max": "La plus longue",
  "timings.none": "Aucune requête dans les dernières minutes",
  "timings.noneMatches": "Aucun point d’accès ne correspond au filtre",
  "timings.shown": "{shown} points d’accès sur {all}",
  "timings.legend": "Phases",
  "phase.queue": "Attente d’un thread",
  "phase.pool_wait": "Attente d’une connexion",
  "phase.sql": "SQL",
  "phase.commit": "Commit",
  "phase.infinispan": "Caches (Infinispan)",
  "phase.hash": "Hachage de mots de passe",
  "phase.rest": "Le reste",
};
