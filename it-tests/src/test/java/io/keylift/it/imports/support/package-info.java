// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Shared code of the tests of the import. The packages of the tests by topic: {@code contract}, {@code rights},
 * {@code equality} (row for row what the Admin API writes), {@code removal}, {@code visibility} (caches),
 * {@code durability} (failures and resumes), {@code concurrency}, {@code input}, {@code jobs}, {@code events},
 * {@code databases} and {@code load}; {@code kinds} has the facts of each kind.
 *
 * <table>
 * <caption>Where to begin</caption>
 * <tr><td>send records, read the answer</td><td>{@code ImportClient}, {@code ImportAnswer}, {@code LiveImport} (in
 * parts)</td></tr>
 * <tr><td>records</td><td>{@code UserRecords}, {@code Records} (from the
 * files in {@code src/test/resources}, whose notation a README.md there explains), {@code TenantUsers}</td></tr>
 * <tr><td>realms</td><td>{@code TestRealms}, {@code TwinRealm}, {@code RealmTemplates}</td></tr>
 * <tr><td>callers and sign-in</td><td>{@code Callers}, {@code SignIn}, {@code Tokens}</td></tr>
 * <tr><td>the database</td><td>{@code Sql}, {@code Ledger}, {@code StatementCounts},
 * {@code IdOccurrences}, {@code IdColumns}</td></tr>
 * <tr><td>comparison with the Admin API</td><td>{@code TwinRealm}, {@code TwinRealmPair}, {@code RejectComparison},
 * {@code AdminApiCalls}, {@code RealmRows}, {@code ImportedRows}, {@code NaturalKeys}, {@code RowComparison}</td></tr>
 * <tr><td>servers of their own</td><td>{@code @OnCrashTestServer} (killed), {@code @OnTunedServer} (other
 * options)</td></tr>
 * <tr><td>user storages</td><td>{@code LdapServer}, {@code FarAwayStorage}</td></tr>
 * <tr><td>output of the server</td><td>{@code MetricsPage}, {@code TraceSink}</td></tr>
 * </table>
 */
package io.keylift.it.imports.support;
