// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code null} in a map of lists as an empty list. A name with {@code null}, such as an attribute, is given, and
 * has no values: each kind would otherwise have to tell this {@code null} from that of a name that is left out.
 */
final class MapsOfLists extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyMapDeserializer(
            DeserializationConfig config, MapType type, BeanDescription description, JsonDeserializer<?> deserializer) {
        return type.getContentType().isCollectionLikeType()
                ? new StdDelegatingDeserializer<>(new NullsToLists(), type, deserializer)
                : deserializer;
    }

    /** Jackson knows no type of what comes before a converter. */
    private static final class NullsToLists extends StdConverter<Object, Map<String, List<?>>> {

        @Override
        @SuppressWarnings("unchecked") // from the deserializer of a map of lists
        public Map<String, List<?>> convert(Object read) {
            Map<String, List<?>> map = (Map<String, List<?>>) read;
            map.replaceAll((name, values) -> values == null ? List.of() : values);
            return map;
        }
    }
}
