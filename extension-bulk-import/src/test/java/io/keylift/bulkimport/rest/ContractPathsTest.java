// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.password.remote.WaitingUsersResource;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The contract documents the paths and methods that the resources have, and no others. */
class ContractPathsTest {

    private static final String BASE = "/admin/realms/{realm}/bulk-import";

    private static final JsonNode CONTRACT = ContractParametersTest.contract();

    private static final String EXPORT = "/admin/realms/{realm}/bulk-export";

    @Test
    void everyPathAndMethodIsDocumentedAndNoOther() {
        Set<String> there = new TreeSet<>();
        for (Method method : methods(BulkImportResource.class)) {
            Path path = method.getAnnotation(Path.class);
            if (path == null) {
                there.add(verb(method) + " " + BASE);
            } else if (method.getReturnType() == JobsResource.class) {
                for (Method below : methods(JobsResource.class)) {
                    there.add(verb(below) + " " + BASE + "/" + path.value() + suffix(below));
                }
            } else if (path.value().equals("{kind}")) {
                for (ImportKind<?, ?> kind : ServiceLoader.load(ImportKind.class)) {
                    there.add(verb(method) + " " + BASE + "/" + kind.getId());
                }
            } else {
                there.add(verb(method) + " " + BASE + "/" + path.value());
            }
        }
        for (Method method : methods(BulkExportResource.class)) {
            if (method.getAnnotation(Path.class) == null) {
                there.add(verb(method) + " " + EXPORT);
                continue;
            }
            for (ImportKind<?, ?> kind : ServiceLoader.load(ImportKind.class)) {
                if (kind.isExportable()) {
                    there.add(verb(method) + " " + EXPORT + "/" + kind.getId());
                }
            }
        }
        for (Method method : methods(WaitingUsersResource.class)) {
            there.add(verb(method) + " /admin/realms/{realm}/remote-passwords");
        }
        Set<String> documented = new TreeSet<>();
        CONTRACT.get("paths")
                .properties()
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(field -> {
                    if (!field.equals("parameters")) {
                        documented.add(field.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));

        assertThat(documented).isEqualTo(there).hasSizeGreaterThan(9);
    }

    @Test
    void theParametersOfTheListOfJobsAreDocumentedWithTheirDefaults() {
        Map<String, String> documented = new TreeMap<>();
        for (JsonNode parameter : CONTRACT.path("paths").path(BASE + "/jobs").at("/get/parameters")) {
            documented.put(
                    parameter.get("name").asText(),
                    parameter.at("/schema/default").asText());
        }

        assertThat(documented)
                .isEqualTo(Map.of(
                        JobsResource.STATUS, "", JobsResource.FIRST, "0", JobsResource.MAX, "" + JobsResource.PAGE));
    }

    @Test
    void theStatusesOfJobsAreDocumented() {
        assertThat(StreamSupport.stream(
                                CONTRACT.at("/components/schemas/JobStatus/enum")
                                        .spliterator(),
                                false)
                        .map(JsonNode::asText))
                .containsExactlyInAnyOrder(
                        Stream.of(JobStatus.values()).map(Enum::name).toArray(String[]::new));
    }

    private static Iterable<Method> methods(Class<?> resource) {
        return Stream.of(resource.getMethods())
                .filter(method -> method.getDeclaringClass() == resource)
                .toList();
    }

    private static String suffix(Method method) {
        Path path = method.getAnnotation(Path.class);
        return path == null ? "" : "/" + path.value();
    }

    private static String verb(Method method) {
        return Stream.of(method.getAnnotations())
                .map(Annotation::annotationType)
                .filter(type -> type.isAnnotationPresent(HttpMethod.class))
                .map(type -> type.getAnnotation(HttpMethod.class).value())
                .findFirst()
                .orElseThrow();
    }
}
