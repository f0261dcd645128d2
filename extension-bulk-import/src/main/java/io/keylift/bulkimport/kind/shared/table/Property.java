// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A property of the objects of a class.
 *
 * @param <T> the class
 * @param <V> type of the value
 */
public record Property<T, V>(Function<T, V> getter, BiConsumer<T, V> setter) {

    public static <T, V> Property<T, V> of(Function<T, V> getter, BiConsumer<T, V> setter) {
        return new Property<>(getter, setter);
    }

    /** A read-only property. */
    public static <T, V> Property<T, V> of(Function<T, V> getter) {
        return new Property<>(getter, null);
    }

    /** A property with an enum constant, by its name. */
    public static <T, C extends Enum<C>> Property<T, String> named(
            Class<C> type, Function<T, C> getter, BiConsumer<T, C> setter) {
        return new Property<>(
                object -> getter.apply(object) == null
                        ? null
                        : getter.apply(object).name(),
                (object, name) -> setter.accept(object, name == null ? null : Enum.valueOf(type, name)));
    }

    V get(T object) {
        return getter.apply(object);
    }

    void set(T object, V value) {
        setter.accept(object, value);
    }
}
