// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KindOrderTest {

    private static final Path GUIDE = Path.of("../docs/import.md");

    /** The kinds of this JAR, without the kind that the tests add like another JAR. */
    private static List<ImportKind<?, ?>> installed() {
        return ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .filter(kind -> kind.getClass().getName().startsWith("io.keylift.bulkimport."))
                .toList();
    }

    private static List<String> ids(List<ImportKind<?, ?>> kinds) {
        return kinds.stream().<String>map(ImportKind::getId).toList();
    }

    @Test
    void eachKindComesAfterThoseThatItRefersTo() {
        List<String> order = ids(KindOrder.of(installed()));

        assertThat(order).containsExactlyInAnyOrderElementsOf(ids(installed()));
        for (ImportKind<?, ?> kind : installed()) {
            assertThat(order.subList(0, order.indexOf(kind.getId())))
                    .as("before %s", kind.getId())
                    .containsAll(
                            kind.refersTo().stream().filter(order::contains).toList());
        }
    }

    /** A kind without declared references comes last, so that no other kind could refer to its objects. */
    @Test
    void eachKindOfThisJarSaysWhatItRefersTo() {
        assertThat(installed()).isNotEmpty().allMatch(kind -> kind.refersTo() != null);
        assertThat(installed().stream()
                        .flatMap(kind -> kind.refersTo().stream())
                        .distinct())
                .isSubsetOf(ids(installed()));
    }

    @Test
    void theGuideNamesAnOrderThatIsRight() throws IOException {
        String text = Files.readString(GUIDE);
        String section = text.substring(text.indexOf("\n## Order of kinds"), text.indexOf("\n## Send records"));
        List<String> named = new ArrayList<>(Pattern.compile("`([a-z-]+)`")
                .matcher(section.substring(section.indexOf("`client-scopes`")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList());

        assertThat(named).containsAll(ids(installed()));
        for (ImportKind<?, ?> kind : installed()) {
            assertThat(named.subList(0, named.indexOf(kind.getId())))
                    .as("before %s", kind.getId())
                    .containsAll(
                            kind.refersTo().stream().filter(named::contains).toList());
        }
    }

    @Test
    void theOrderDependsOnNothingButTheKinds() {
        assertThat(ids(KindOrder.of(List.of(kind("c", Set.of()), kind("a", Set.of("b")), kind("b", Set.of("none"))))))
                .containsExactly("b", "a", "c");
        assertThat(ids(KindOrder.of(List.of(kind("b", Set.of("none")), kind("c", Set.of()), kind("a", Set.of("b"))))))
                .containsExactly("b", "a", "c");
    }

    @Test
    void aKindThatSaysNothingComesLastButBeforeThoseThatReferToIt() {
        assertThat(ids(KindOrder.of(List.of(kind("a", null), kind("b", Set.of()), kind("c", Set.of("a"))))))
                .containsExactly("b", "a", "c");
    }

    @Test
    void kindsThatReferToEachOtherHaveAnOrderToo() {
        assertThat(ids(KindOrder.of(
                        List.of(kind("b", Set.of("a")), kind("a", Set.of("b", "a")), kind("c", Set.of("a"))))))
                .containsExactly("a", "b", "c");
    }

    private static ImportKind<?, ?> kind(String id, Set<String> refersTo) {
        return (ImportKind<?, ?>) Proxy.newProxyInstance(
                KindOrderTest.class.getClassLoader(),
                new Class<?>[] {ImportKind.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getId", "toString" -> id;
                    case "refersTo" -> refersTo;
                    case "hashCode" -> id.hashCode();
                    case "equals" -> proxy == arguments[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
