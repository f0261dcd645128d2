// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The README, or a page at most two links away from it, answers the first questions of new users. */
class NewcomersQuestionsTest {

    private static final String README = "README.md";
    private static final int MOST_LINKS = 2;

    private final Documentation docs;

    NewcomersQuestionsTest() throws IOException {
        docs = Documentation.read();
    }

    /**
     * Follows the links from the README.
     *
     * @param way links as the pages have them, separated by blanks; a section of the README itself needs none
     * @param phrase part of the answer, which stands below the heading that the last link leads to
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            How do I install it?                  | docs/installation.md#install-into-an-existing-keycloak | Copy the JARs into
            Which role do I need?                 | docs/import.md#roles-the-caller-needs                  | `manage-users`
            What if the connection breaks?        | docs/command-line.md#resumption                        | sends the input again
            How fast is it?                       | #figures                                               | times the Admin API
            How do I take it back?                | docs/undo.md                                           | `undo=true`
            Does it run on Kubernetes?            | docs/kubernetes.md                                     | Keycloak's operator
            What is merge for groups?             | docs/import.md#kinds kinds/groups.md#groups            | `merge` adds the roles
            What is merge for a user's groups?    | docs/import.md#kinds kinds/users.md#users              | "default groups | list replaced; absent: unchanged | missing values are added"
            Why was my line rejected?             | docs/reject-codes.md                                   | the field at fault
            What do I do on upgrade?              | docs/operations/upgrade.md#upgrade-keylift             | Replace the JARs
            Where does the time of my sign-in go? | docs/timings.md#time-of-a-sign-in                      | is `hash`
            Does it take the export of Auth0?     | docs/migration/from-other-systems.md                   | takes no export file
            What has changed since the load?      | docs/migration/from-sql.md #delta-and-cut-over         | The overlap
            Can it follow Kafka?                  | docs/import.md#kinds #records-that-come-one-by-one     | no queue
            How do sign-ins stay fast meanwhile?  | docs/operations/sizing.md#sign-ins-during-an-import    | lower `parallelism`
            How do I prepare PostgreSQL?          | docs/operations/database.md #write-ahead-log-and-checkpoints | Afterwards
            Did everything arrive?                | docs/verification.md                                   | proof
            What can the console not do?          | docs/console.md #what-only-rest-can-do                 | never be undone
            Is a rejected change lost?            | docs/migration/from-sql.md #delta-and-cut-over         | A delta that rejects a record fails
            How do I sync for weeks?              | docs/mirror.md                                         | nightly export
            May users sign in before an undo?     | docs/undo.md #changes-since-the-job                    | before the users sign in
            Does a pause outlive a restart?       | docs/operations/upgrade.md#upgrade-keylift             | does not outlive a restart
            What does an uninstall take away?     | docs/operations/uninstall.md #tables                   | three groups
            How do I send to one of my nodes?     | docs/operations/sizing.md#several-nodes                | --connect-to
            Can two nodes share the work?         | docs/operations/sizing.md#several-nodes                | split the input
            How do I go back to the old version?  | docs/operations/upgrade.md#downgrade                   | Restore the backup
            Where do I see waits for the pool?    | docs/dashboards-and-alerts.md #search-traces           | phase.pool_wait > 0.05
            Which versions fit?                   | #compatibility                                         | 26.7
            When does it take Keycloak 26.8?      | docs/operations/upgrade.md#which-versions-fit          | **not supported yet**
            """)
    void isAnswered(String question, String way, String phrase) {
        Page readme = docs.page(README);
        Page page = readme;
        String anchor = "";
        int followed = 0;
        for (String link : way.split(" ")) {
            if (page != readme || !link.startsWith("#")) {
                assertThat(page.links())
                        .as("links of %s", docs.path(page))
                        .extracting(Page.Link::target)
                        .contains(link);
                followed++;
            }
            String[] target = link.split("#", 2);
            page = target[0].isEmpty() ? page : docs.page(page, target[0]);
            anchor = target.length == 1 ? "" : target[1];
        }

        assertThat(followed).isLessThanOrEqualTo(MOST_LINKS);
        assertThat(page.below(anchor)).as("%s %s", docs.path(page), anchor).contains(phrase);
    }
}
