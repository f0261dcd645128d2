// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** English, and with it the list of all texts. */
export const en = {
  "nav.title": "Keylift",
  "nav.imports": "Bulk import",
  "nav.departments": "Departments",
  "nav.capabilities": "Capabilities",
  "nav.timings": "Request timings",

  "page.loading": "Loading…",
  "page.forbidden": "You may not see this page in realm {realm}.",
  "page.signedOut": "You are signed out, or your browser keeps this page from your session. Load the page again to sign in.",
  "page.failed": "The server does not answer as expected: {message}",
  "page.retry": "Try again",
  "page.reload": "Load again",
  "close": "Close",

  "timings.about":
    "What the requests of the last minutes have taken, by endpoint, and where their time went: waiting for a thread or a database connection, SQL, commit, caches, password hashing, the rest.",
  "timings.between": "From {from} to {to}.",
  "timings.ofRealm": "Requests of realm {realm}.",
  "timings.ofAll": "Requests of all realms.",
  "timings.filter": "Filter by path",
  "timings.sort": "Sort by",
  "timings.refresh": "Refresh by itself",
  "timings.refreshNow": "Refresh",
  "timings.endpoint": "Endpoint",
  "timings.count": "Requests",
  "timings.mean": "Mean",
  "timings.phases": "Phases of the mean request",
  "timings.statements": "Statements",
  "timings.total": "Total",
  "timings.max": "Longest",
  "timings.none": "No request in the last minutes",
  "timings.noneMatches": "No endpoint matches the filter",
  "timings.shown": "{shown} of {all} endpoints",
  "timings.legend": "Phases",
  "phase.queue": "Waiting for a thread",
  "phase.pool_wait": "Waiting for a connection",
  "phase.sql": "SQL",
  "phase.commit": "Commit",
  "phase.infinispan": "Caches (Infinispan)",
  "phase.hash": "Password hashing",
  "phase.rest": "The rest",
};
